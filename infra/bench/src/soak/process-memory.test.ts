import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { memoryOfPrograms } from './process-memory.ts'

const MB = 2 ** 20

/** Starts a shell with a Node child that allocates this much and reports it. */
const startAllocatingProcess = async (mb: number) => {
  const script = `const held = Buffer.alloc(${mb} * 2 ** 20, 1); console.log('held'); setInterval(() => held.length, 1e6)`
  const child = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, script], { detached: true })
  await once(child.stdout, 'data')
  return { stop: () => process.kill(-(child.pid ?? 0), 'SIGKILL') }
}

test.runIf(process.platform === 'linux')('sums the memory of grandchildren by program', async () => {
  const programs = ['node', 'MainThread']
  const total = () => [...memoryOfPrograms(process.pid, programs).values()].reduce((sum, bytes) => sum + bytes, 0)
  const before = total()
  const first = await startAllocatingProcess(100)
  const second = await startAllocatingProcess(50)
  try {
    expect((total() - before) / MB).toBeGreaterThan(150)
    expect((total() - before) / MB).toBeLessThan(350)
    expect(memoryOfPrograms(process.pid, ['no such program']).size).toBe(0)
  } finally {
    first.stop()
    second.stop()
  }
  await expect.poll(total).toBeLessThan(before + 50 * MB)
})
