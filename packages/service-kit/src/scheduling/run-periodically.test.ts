import { currentTraceId } from '@purple-sector/telemetry/trace'
import { expect, test } from 'vitest'
import { silentLogger } from '../logger.ts'
import { runPeriodically } from './run-periodically.ts'

test('runs the work soon and again after a failure, each time in a trace of its own', async () => {
  const traces: (string | undefined)[] = []
  const task = runPeriodically(1, silentLogger(), 'a task', async () => {
    traces.push(currentTraceId())
    if (traces.length === 1) throw new Error('the database is away')
  })
  await expect.poll(() => traces.length).toBeGreaterThanOrEqual(3)
  await task.stop()
  expect(new Set(traces).size).toBe(traces.length)
  expect(traces).not.toContain(undefined)
})

test('waits for the run in flight on stop and starts no other', async () => {
  const [started, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const task = runPeriodically(0, silentLogger(), 'a task', async () => {
    runs++
    started.resolve()
    await resume.promise
  })
  await started.promise
  let isStopped = false
  const stopping = task.stop().then(() => {
    isStopped = true
  })
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  resume.resolve()
  await stopping
  expect(runs).toBe(1)
})

test('runs tasks started together one after the other at first, but not behind a slow one', async () => {
  const resume = Promise.withResolvers<void>()
  const steps: string[] = []
  const tasks = ['quick', 'slow', 'last'].map((name) =>
    runPeriodically(60_000, silentLogger(), name, async () => {
      steps.push(name)
      await (name === 'slow' ? resume.promise : new Promise(setImmediate))
      steps.push(`${name} is done`)
    }),
  )
  await expect.poll(() => steps).toEqual(['quick', 'quick is done', 'slow', 'last', 'last is done'])
  resume.resolve()
  for (const task of tasks) await task.stop()
})

test('never runs a task that is stopped before its turn', async () => {
  const resume = Promise.withResolvers<void>()
  let runs = 0
  const first = runPeriodically(60_000, silentLogger(), 'the first', () => resume.promise)
  const second = runPeriodically(60_000, silentLogger(), 'the second', async () => {
    runs += 1
  })
  const stopped = second.stop()
  resume.resolve()
  await stopped
  await first.stop()
  expect(runs).toBe(0)
})
