import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { changelogSection, withSection } from './changelog.ts'
import { requireNewer, versionFiles } from './version-files.ts'

/** From here on commits follow Conventional Commits, as infra/test/check-commits.sh checks. */
const FIRST_COMMIT = '3b63bf50'
const RECORD = 'infra/release/previous-release.json'
const CHANGELOG = 'CHANGELOG.md'

/** The last release, and the commit that was released; without a version, there was none yet. */
const record = z.object({ version: z.string().nullable(), commit: z.string() })

const repository = process.cwd()
const git = (...args: string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const write = (path: string, text: string): void => writeFileSync(join(repository, path), text)

/** Writes version, changelog and record of a release, and commits them. Tags and pushes nothing. */
const release = async (version: string): Promise<void> => {
  const last = record.parse(JSON.parse(read(RECORD)))
  const { version: current } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  requireNewer(version, current, last.version !== null)
  if (git('status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed: commit them first.')
  const commit = git('rev-parse', 'HEAD')
  const isFirst = last.version === null
  const date = new Date().toISOString().slice(0, 10)
  const since = isFirst ? FIRST_COMMIT : last.commit
  const section = await changelogSection({ repository, version, date, since, isFirst })

  write(CHANGELOG, withSection(existsSync(join(repository, CHANGELOG)) ? read(CHANGELOG) : '', version, section))
  write(RECORD, `${JSON.stringify({ version, commit }, null, 2)}\n`)
  for (const [path, withVersion] of Object.entries(versionFiles))
    if (existsSync(join(repository, path))) write(path, withVersion(read(path), version))
  git('add', '--all')
  git('commit', '--quiet', '--message', `chore(release): ${version}`)
  process.stdout.write(
    `Committed ${version}. Read CHANGELOG.md, then tag it:\n  git tag --sign v${version} --message ${version}\n`,
  )
}

release(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
