import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const printTotals = fileURLToPath(new URL('../../../../infra/test/print-totals.sh', import.meta.url))
const root = fileURLToPath(new URL('../fixtures/totals', import.meta.url))

test('counts passed tests, and failed set-ups and imports as failed', async () => {
  const folder = await temporaryFolder('totals')
  onTestFinished(folder.remove)
  const TOTALS_FILE = join(folder.path, 'totals')
  // The outer run identifies its workers by variables that must not reach the inner one.
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env
  const run = spawnSync(process.execPath, [vitest, 'run', '--root', root], {
    env: { ...env, TOTALS_FILE },
    encoding: 'utf8',
  })
  expect(run.stdout.trimEnd().split('\n').at(-1)).toBe('2 passed, 3 failed')
  expect(run.status).toBe(1)
  const published = readFileSync(TOTALS_FILE, 'utf8')
  expect(published.match(/^\S.*$/gm)).toEqual([
    'FAILED mixed.fixture.ts > a set-up that fails',
    'FAILED mixed.fixture.ts > fails',
    'FAILED unimportable.fixture.ts',
    '{"passed":2,"failed":3}',
  ])
  expect(published).toContain('    set-up\n')
  expect(published).toContain('    expected 1 to be 2')
  expect(published).toMatch(/ {4}at .*unimportable\.fixture\.ts:1:\d+/)

  const end = spawnSync('sh', [printTotals, TOTALS_FILE], { encoding: 'utf8' }).stdout.trimEnd().split('\n')
  expect(end[0]).toBe('FAILED mixed.fixture.ts > a set-up that fails')
  expect(end.at(-1)).toBe('2 passed, 3 failed')
})
