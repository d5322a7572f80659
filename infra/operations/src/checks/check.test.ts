import { expect, onTestFinished, test, vi } from 'vitest'
import { runChecks } from './check.ts'

const runSilently = async (checks: Parameters<typeof runChecks>[0]) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('TOTALS_FILE', '')
  onTestFinished(() => {
    write.mockRestore()
    vi.unstubAllEnvs()
  })
  const lines: string[] = []
  const passed = await runChecks(checks, (line) => lines.push(line))
  return { passed, lines, total: String(write.mock.lastCall?.[0]).trim() }
}

test('counts checks, and runs those after a failure', async () => {
  const outcome = await runSilently([
    { name: 'one', run: () => ['a fault', 'another'] },
    { name: 'two', run: async () => Promise.reject(new Error('no such file')) },
    { name: 'three', run: () => [] },
  ])
  expect(outcome).toEqual({
    passed: false,
    lines: ['FAILED one', '  a fault', '  another', 'FAILED two', '  no such file', 'ok     three'],
    total: '1 passed, 2 failed',
  })
})

test('passes without faults', async () => {
  expect(await runSilently([{ name: 'one', run: () => [] }])).toMatchObject({
    passed: true,
    total: '1 passed, 0 failed',
  })
})
