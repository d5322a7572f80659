import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { usedByTree } from './used-by-tree.ts'

/** Starts a shell whose child uses this much CPU time, reports it, and then idles. */
const working = async (ms: number) => {
  const work = `while (process.cpuUsage().user < ${ms * 1000}); console.log('done'); setInterval(() => {}, 1e6)`
  const child = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, work], { detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

test.runIf(process.platform === 'linux')('counts the CPU time of descendants, and of no other process', async () => {
  const [one, other] = await Promise.all([working(60), working(90)])
  expect(usedByTree(one)).toBeGreaterThanOrEqual(50)
  expect(usedByTree(process.pid)).toBeGreaterThanOrEqual(usedByTree(one) + usedByTree(other))
})
