import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'

const { hasRunningProcess }: { hasRunningProcess(group: number): boolean } = await import(
  new URL('../make/group.mjs', import.meta.url).href
)

/** Starts `cat` as the leader of its own group; it exits when its input ends. */
const startInGroup = () => {
  const child = spawn('cat', { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { pid } = child
  if (pid === undefined) throw new Error('There is no cat here.')
  return { child, pid }
}

test('a group is running while its program runs, and not after the program has exited and was reaped', async () => {
  const { child, pid } = startInGroup()
  expect(hasRunningProcess(pid)).toBe(true)
  const exited = once(child, 'exit')
  child.stdin.end()
  await exited
  expect(hasRunningProcess(pid)).toBe(false)
})

test('a group of zombies is not running', () => {
  const { child, pid } = startInGroup()
  child.kill('SIGKILL')
  // Node reaps the process when the event loop turns, which does not happen in this test.
  const isDead = () => process.platform !== 'linux' || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  while (!isDead());
  expect(() => process.kill(-pid, 0)).not.toThrow()
  if (process.platform === 'linux') expect(hasRunningProcess(pid)).toBe(false)
})
