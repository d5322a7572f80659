import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { cpuOfProcessTree } from './cpu-of-process-tree.ts'

/** Starts a shell whose child uses this much CPU time, reports it, and then idles. */
const startBusyProcess = async (ms: number) => {
  const work = `while (process.cpuUsage().user < ${ms * 1000}); console.log('done'); setInterval(() => {}, 1e6)`
  const child = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, work], { detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

test.runIf(process.platform === 'linux')('counts the CPU time of descendants, and of no other process', async () => {
  const [first, second] = await Promise.all([startBusyProcess(60), startBusyProcess(90)])
  expect(cpuOfProcessTree(first)).toBeGreaterThanOrEqual(50)
  expect(cpuOfProcessTree(process.pid)).toBeGreaterThanOrEqual(cpuOfProcessTree(first) + cpuOfProcessTree(second))
})
