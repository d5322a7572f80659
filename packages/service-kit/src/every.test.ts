import { currentTraceId } from '@purple-sector/messaging/trace'
import { expect, test } from 'vitest'
import { every } from './every.ts'
import { silentLogger } from './logger.ts'

test('work is done at once, and again after a failure, each time in a trace of its own', async () => {
  const traces: (string | undefined)[] = []
  const task = every(1, silentLogger(), 'a task', async () => {
    traces.push(currentTraceId())
    if (traces.length === 1) throw new Error('the database is away')
  })
  expect(traces).toHaveLength(1)
  await expect.poll(() => traces.length).toBeGreaterThanOrEqual(3)
  await task.stop()
  expect(new Set(traces).size).toBe(traces.length)
  expect(traces).not.toContain(undefined)
})

test('stopping waits for the work under way, and nothing comes after it', async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const task = every(0, silentLogger(), 'a task', async () => {
    runs++
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  let isStopped = false
  const stopping = task.stop().then(() => {
    isStopped = true
  })
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  goOn.resolve()
  await stopping
  expect(runs).toBe(1)
})
