import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { changelogSection, withSection } from './changelog.ts'
import { versionFiles } from './version-files.ts'

const program = fileURLToPath(new URL('./release.ts', import.meta.url))

let repository: string
let firstCommit: string
const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: repository,
    encoding: 'utf8',
  }).trim()
const commit = (message: string): string => {
  git('commit', '--quiet', '--allow-empty', '--message', message)
  return git('rev-parse', 'HEAD')
}
const release = (version: string) => {
  const env = { ...process.env, GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' }
  return spawnSync(process.execPath, [program, version], {
    cwd: repository,
    env: { ...env, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' },
    encoding: 'utf8',
  })
}

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'purple-sector-release-'))
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }))
  git('init', '--quiet')
  write('package.json', '{\n  "name": "product",\n  "version": "1.2.0"\n}\n')
  write('package-lock.json', JSON.stringify({ version: '1.2.0', packages: { '': { version: '1.2.0' } } }, null, 2))
  write('deploy/helm/purple-sector/Chart.yaml', 'name: product\nversion: 1.2.0\nappVersion: 1.2.0\n')
  git('add', '--all')
  firstCommit = commit('feat: release things')
  write('infra/release/previous-release.json', JSON.stringify({ version: '1.2.0', commit: firstCommit }))
  git('add', '--all')
  commit('chore(release): 1.2.0')
})

describe('make release', () => {
  test('lists features, fixes and speed by type and scope, and commits', () => {
    commit('feat(groups): invite by mail')
    commit('feat(chat): mute a fan')
    commit('fix(web): show the lap')
    commit('refactor(web): rename a file')
    const released = commit('perf: answer faster')
    expect(release('1.3.0')).toMatchObject({ status: 0, stdout: expect.stringContaining('git tag --sign v1.3.0') })
    const [, ...lines] = read('CHANGELOG.md').split('\n## ')[1]?.split('\n') ?? []
    expect(lines.filter(Boolean).map((line) => line.replace(/ [0-9a-f]{7}$/, ''))).toEqual([
      '### Features',
      '* **chat:** mute a fan',
      '* **groups:** invite by mail',
      '### Fixes',
      '* **web:** show the lap',
      '### Performance',
      '* answer faster',
    ])
    expect(JSON.parse(read('infra/release/previous-release.json'))).toEqual({ version: '1.3.0', commit: released })
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): 1.3.0')
    expect(git('status', '--porcelain')).toBe('')
  })

  test('writes the version where it is stated', () => {
    expect(release('2.0.0').status).toBe(0)
    expect(JSON.parse(read('package.json'))).toEqual({ name: 'product', version: '2.0.0' })
    expect(JSON.parse(read('package-lock.json'))).toEqual({ version: '2.0.0', packages: { '': { version: '2.0.0' } } })
    expect(read('deploy/helm/purple-sector/Chart.yaml')).toBe('name: product\nversion: 2.0.0\nappVersion: 2.0.0\n')
  })

  test('lists breaking changes first, of any type', () => {
    commit('fix: count laps')
    commit('refactor(contracts)!: rename a field')
    release('2.0.0')
    expect(read('CHANGELOG.md')).toMatch(/BREAKING CHANGES\n\n\* \*\*contracts:\*\* rename a field\n(.|\n)*### Fixes/)
  })

  test('lists features alone in a first release', async () => {
    commit('fix: count laps')
    commit('refactor(contracts)!: rename a field')
    commit('feat(chat): mute a fan')
    const options = { repository, version: '0.1.0', date: '2026-11-30', since: firstCommit, isFirst: true }
    expect(await changelogSection(options)).toMatch(
      /^## 0\.1\.0 \(2026-11-30\)\n\n### Features\n\n\* \*\*chat:\*\* mute a fan [0-9a-f]{7}\n$/,
    )
  })

  test.each([
    ['an older version', '1.1.9', '1.1.9 is not newer than 1.2.0'],
    ['the version of the last release', '1.2.0', '1.2.0 is not newer than 1.2.0'],
    ['no version', '', 'make release VERSION=1.2.3'],
    ['what is no version', 'v2', 'make release VERSION=1.2.3'],
  ])('rejects %s', (_, version, message) => {
    const head = git('rev-parse', 'HEAD')
    expect(release(version)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
    expect(git('rev-parse', 'HEAD')).toBe(head)
  })

  test('rejects uncommitted changes', () => {
    write('README.md', 'changed')
    expect(release('1.3.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('not committed') })
    expect(JSON.parse(read('package.json')).version).toBe('1.2.0')
  })
})

test('puts a new section above the older ones, and lists no version twice', () => {
  const changelog = withSection('', '1.0.0', '## 1.0.0 (2026-11-30)\n\nfirst\n')
  const next = withSection(changelog, '1.1.0', '## 1.1.0 (2026-12-01)\n\nsecond\n')
  expect([...next.matchAll(/^## (\S+)/gm)].map(([, version]) => version)).toEqual(['1.1.0', '1.0.0'])
  expect(next).toMatch(/^# Changelog\n/)
  expect(() => withSection(next, '1.0.0', '')).toThrow('CHANGELOG.md lists 1.0.0 already.')
})

test('the files of this repository that state the version state the same one', () => {
  const root = new URL('../..', import.meta.url)
  const text = (path: string): string => readFileSync(new URL(path, root), 'utf8')
  const { version } = JSON.parse(text('package.json'))
  const paths = Object.keys(versionFiles)
  expect(paths.map((path) => versionFiles[path]?.(text(path), version) === text(path))).toEqual(paths.map(() => true))
})
