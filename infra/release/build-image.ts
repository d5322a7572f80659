import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const DOCKERFILE = 'infra/docker/Dockerfile'

const output = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' }).trim()

/** The base image by its digest: a tag may name another image tomorrow. BASE_DIGEST repeats an earlier build. */
const baseImage = (): string => {
  const [, tag = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? []
  const inspect = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}']
  const digest = process.env.BASE_DIGEST || output('docker', ...inspect)
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`"${digest}" is no digest of ${tag}.`)
  return `${tag}@${digest}`
}

/**
 * Builds the image of the checked-out commit, with its labels. All times in it are those of the commit, so that the same
 * commit on the same base image makes the same image.
 */
const buildImage = (): void => {
  if (output('git', 'status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed: an image is built from a commit.')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const seconds = output('git', 'log', '-1', '--format=%ct')
  const buildArguments = {
    SOURCE_DATE_EPOCH: seconds,
    NODE_IMAGE: baseImage(),
    VERSION: version,
    REVISION: output('git', 'rev-parse', 'HEAD'),
    CREATED: new Date(Number(seconds) * 1_000).toISOString(),
  }
  const { IMAGE } = process.env
  const destination = IMAGE
    ? `type=image,name=${IMAGE}:${version},push=true`
    : `type=docker,name=purple-sector:${version}`
  const args = [
    ...['buildx', 'build', '--file', DOCKERFILE, '--provenance=false', '--sbom=false'],
    ...Object.entries(buildArguments).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--output', `${destination},rewrite-timestamp=true`, '.'],
  ]
  execFileSync('docker', args, { stdio: 'inherit' })
}

try {
  buildImage()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
