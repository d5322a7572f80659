import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { smallWeekend } from '../test/small-recording.ts'

const folder = await mkdtemp(join(tmpdir(), 'race day '))
afterAll(() => rm(folder, { recursive: true }))
const recording = join(folder, 'my weekend.json')
await writeFile(recording, JSON.stringify(smallWeekend()))

type ProgramExit = { code: number | null; output: string; stderr: string }

const run = (program: 'main.ts' | 'validate.ts', ...args: string[]): Promise<ProgramExit> =>
  new Promise((resolve) => {
    const script = fileURLToPath(new URL(program, import.meta.url))
    const env = { ...process.env, DATA_DIR: folder, ADMIN_EMAILS: 'a@example.test', ADMIN_PASSWORD: 'secret' }
    const child = execFile(process.execPath, [script, ...args], { env }, (_, output, stderr) =>
      resolve({ code: child.exitCode, output, stderr }),
    )
  })

describe('command-line mistakes', { timeout: 60_000 }, () => {
  test.each([
    { args: ['--fan', '1'], expected: "Unknown option '--fan'. --help lists the options." },
    {
      args: ['--recording', recording, '--url', 'http://127.0.0.1:1'],
      expected: 'Nothing answers at http://127.0.0.1:1',
    },
  ])('reports $args in one line without a stack and exits with 2', async ({ args, expected }) => {
    const { code, output, stderr } = await run('main.ts', ...args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(expected)
  })

  test('reports mistakes of the validator in one line with an exit code', async () => {
    expect(await run('validate.ts', '--all')).toEqual({
      code: 2,
      output: '',
      stderr: "Unknown option '--all'. --help says more.\n",
    })
    expect(await run('validate.ts', join(folder, 'none.json'))).toMatchObject({ code: 1, output: '' })
  })
})

test('exits with 0 for --help and for a recording path with a space', { timeout: 60_000 }, async () => {
  expect(await run('main.ts', '--help')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('validate.ts', '--help')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('validate.ts', recording)).toEqual({
    code: 0,
    output: `${recording}: Small, 1 categories, 3 cars, 2 sessions\n`,
    stderr: '',
  })
})
