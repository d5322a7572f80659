import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'

const { isAtWork }: { isAtWork(group: number): boolean } = await import(
  new URL('../make/group.mjs', import.meta.url).href
)

/** `cat`, as the first of a group of its own: it ends when its input does. */
const inGroup = () => {
  const child = spawn('cat', { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { pid } = child
  if (pid === undefined) throw new Error('There is no cat here.')
  return { child, pid }
}

test('a group whose program runs is at work, and is not once it has ended and was taken note of', async () => {
  const { child, pid } = inGroup()
  expect(isAtWork(pid)).toBe(true)
  const exited = once(child, 'exit')
  child.stdin.end()
  await exited
  expect(isAtWork(pid)).toBe(false)
})

test('a group of the dead, whom nobody has taken note of, is not at work', () => {
  const { child, pid } = inGroup()
  child.kill('SIGKILL')
  // We take note of it when our event loop turns, which it does not in here.
  const isDead = () => process.platform !== 'linux' || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  while (!isDead());
  expect(() => process.kill(-pid, 0)).not.toThrow()
  if (process.platform === 'linux') expect(isAtWork(pid)).toBe(false)
})
