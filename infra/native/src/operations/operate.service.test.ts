import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'

const program = fileURLToPath(new URL('./operate.ts', import.meta.url))

/** Fakes the container engine: records its arguments and exits as files in the folder say. */
const ENGINE = `#!/bin/sh
cd "$(dirname "$0")"
echo "$* LIMIT_REGISTRATION=$LIMIT_REGISTRATION" >> calls
case "$*" in
*'ps --quiet'*) cat running ;;
*pg_dump*) echo dumped; test ! -e broken ;;
esac
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purple-sector-operate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'docker'), ENGINE)
  chmodSync(join(folder, 'docker'), 0o755)
  writeFileSync(join(folder, 'running'), 'a container\n')
  writeFileSync(join(folder, '.env'), 'ADMIN_EMAILS=admin@example.org\nADMIN_PASSWORD=of the containers\n')
})

const operate = (args: string[], environment: Record<string, string> = {}) => {
  const { PATH } = process.env
  const env = { PATH: `${folder}${delimiter}${PATH}`, DATA_DIR: join(folder, 'var'), ...environment }
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, env, encoding: 'utf8' })
  const calls = existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : ''
  return { status, stderr, calls: calls.split('\n').filter((line) => line !== '' && !line.includes('ps --quiet')) }
}

describe('an operator command', () => {
  test('applies to the containers when they run, and reports so', () => {
    const { status, stderr, calls } = operate(['rebuild', 'tipping'])
    expect([status, calls.length]).toEqual([0, 2])
    expect(stderr).toContain('In the containers')
  })

  test('does not touch the containers when WAY names the embedded product', () => {
    expect(operate(['rebuild', 'tipping'], { WAY: 'embedded' }).calls).toEqual([])
  })

  test('gives a backup its final name only when it is complete, and then reports it', () => {
    const file = join(folder, 'backups', 'monday')
    writeFileSync(join(folder, 'broken'), '')
    const rejected = operate(['backup', file])
    expect(rejected.status).toBe(1)
    expect(rejected.stderr).not.toContain(file)
    expect(existsSync(file)).toBe(false)
    const metric = join(folder, 'var', 'metrics', 'backup.prom')
    expect(existsSync(metric)).toBe(false)
    rmSync(join(folder, 'broken'))
    const completed = operate(['backup', file])
    expect(completed.status).toBe(0)
    expect(readFileSync(metric, 'utf8')).toMatch(/^backup_last_success_timestamp_seconds \d{10}$/m)
    expect(completed.stderr).toContain(`What cannot be made again is in ${file}.`)
    expect(readFileSync(file, 'utf8')).toBe('dumped\n')
  })

  test('restores nothing unless WAY names the target', () => {
    const { status, stderr, calls } = operate(['restore', 'monday'])
    expect([status, calls]).toEqual([1, []])
    expect(stderr).toContain('WAY=containers or WAY=embedded')
  })

  test('resets the registration limit when a weekend could not be played', () => {
    // The folder contains no player, so playing fails.
    const { status, calls } = operate(['race-day'])
    expect(status).toBe(1)
    expect(calls).toEqual([
      'compose up --detach --wait --no-deps identity LIMIT_REGISTRATION=6000',
      'compose up --detach --wait --no-deps identity LIMIT_REGISTRATION=',
    ])
  })
})

test('make up names its requirements when Compose is missing, before it writes secrets', () => {
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\nexit 1\n')
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` }
  const { status, stderr } = spawnSync('make', ['--old-file=install', 'up', 'NODE24=echo wrote secrets >&2; exit 1;'], {
    cwd: repositoryRoot,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('make up needs Docker Engine 25 and Compose 2.20.2')
  expect(stderr).not.toContain('wrote secrets')
})
