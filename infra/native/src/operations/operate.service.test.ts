import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'

const program = fileURLToPath(new URL('./operate.ts', import.meta.url))

/** Stands for the container engine: notes what it is asked, and does as the folder's files say. */
const ENGINE = `#!/bin/sh
cd "$(dirname "$0")"
echo "$* LIMIT_REGISTRATION=$LIMIT_REGISTRATION" >> asked
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
  const asked = existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8') : ''
  return { status, stderr, asked: asked.split('\n').filter((line) => line !== '' && !line.includes('ps --quiet')) }
}

describe('a command for whoever runs the product', () => {
  test('is for the containers where they run, and says so', () => {
    const { status, stderr, asked } = operate(['rebuild', 'tipping'])
    expect([status, asked.length]).toEqual([0, 2])
    expect(stderr).toContain('In the containers')
  })

  test('leaves them alone where the embedded product is named', () => {
    expect(operate(['rebuild', 'tipping'], { WAY: 'embedded' }).asked).toEqual([])
  })

  test('a backup has its name only when it is whole, and then says so', () => {
    const file = join(folder, 'backups', 'monday')
    writeFileSync(join(folder, 'broken'), '')
    const refused = operate(['backup', file])
    expect(refused.status).toBe(1)
    expect(refused.stderr).not.toContain(file)
    expect(existsSync(file)).toBe(false)
    rmSync(join(folder, 'broken'))
    const kept = operate(['backup', file])
    expect(kept.status).toBe(0)
    expect(kept.stderr).toContain(`What cannot be made again is in ${file}.`)
    expect(readFileSync(file, 'utf8')).toBe('dumped\n')
  })

  test('nothing is restored unless it is said where', () => {
    const { status, stderr, asked } = operate(['restore', 'monday'])
    expect([status, asked]).toEqual([1, []])
    expect(stderr).toContain('WAY=containers or WAY=embedded')
  })

  test('the limit of registrations is put back when a weekend could not be played', () => {
    // There is no player in this folder.
    const { status, asked } = operate(['race-day'])
    expect(status).toBe(1)
    expect(asked).toEqual([
      'compose up --detach --wait --no-deps identity LIMIT_REGISTRATION=6000',
      'compose up --detach --wait --no-deps identity LIMIT_REGISTRATION=',
    ])
  })
})

test('make up says what it needs where there is no Compose, before it writes secrets', () => {
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
