import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const program = fileURLToPath(new URL('./build-image.ts', import.meta.url))
const dockerfile = fileURLToPath(new URL('../docker/Dockerfile', import.meta.url))
const DIGEST = `sha256:${'0a'.repeat(32)}`

/** Fakes the container engine: knows the digest of each tag, and records what it builds. */
const ENGINE = `#!/bin/sh
case "$*" in
*imagetools*) echo ${DIGEST} ;;
*) for argument; do echo "$argument"; done > "$(dirname "$0")/call" ;;
esac
`

let folder: string
let repository: string
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-30T10:00:00Z' },
  }).trim()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purple-sector-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'docker'), ENGINE)
  chmodSync(join(folder, 'docker'), 0o755)
  repository = join(folder, 'repository')
  mkdirSync(join(repository, 'infra', 'docker'), { recursive: true })
  copyFileSync(dockerfile, join(repository, 'infra', 'docker', 'Dockerfile'))
  writeFileSync(join(repository, 'package.json'), '{ "version": "1.2.0" }')
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'feat: build')
})

const build = (environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, [program], {
    cwd: repository,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, ...environment },
    encoding: 'utf8',
  })
const buildCall = (): string[] => readFileSync(join(folder, 'call'), 'utf8').trim().split('\n')

test('builds the commit on a base image with a digest, with the time of the commit', () => {
  expect(build()).toMatchObject({ status: 0, stderr: '' })
  expect(buildCall()).toEqual(
    expect.arrayContaining([
      'SOURCE_DATE_EPOCH=1796032800',
      `NODE_IMAGE=node:24.21.0-bookworm-slim@${DIGEST}`,
      'VERSION=1.2.0',
      `REVISION=${git('rev-parse', 'HEAD')}`,
      'CREATED=2026-11-30T10:00:00.000Z',
      'type=docker,name=purple-sector:1.2.0,rewrite-timestamp=true',
    ]),
  )
})

test('pushes to the registry of IMAGE, and builds on the base image of BASE_DIGEST', () => {
  const digest = `sha256:${'1b'.repeat(32)}`
  expect(build({ IMAGE: 'registry.example.org/tips', BASE_DIGEST: digest }).status).toBe(0)
  expect(buildCall()).toContain(`NODE_IMAGE=node:24.21.0-bookworm-slim@${digest}`)
  expect(buildCall()).toContain('type=image,name=registry.example.org/tips:1.2.0,push=true,rewrite-timestamp=true')
})

test.each([
  ['uncommitted changes', () => writeFileSync(join(repository, 'new.ts'), ''), {}, 'not committed'],
  ['a digest that is none', () => {}, { BASE_DIGEST: 'latest' }, '"latest" is no digest of node:24.21.0'],
])('rejects %s', (_, prepare, environment, message) => {
  prepare()
  expect(build(environment)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
})
