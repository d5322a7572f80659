import { setTimeout as delay } from 'node:timers/promises'
import { startSpan } from '@purple-sector/telemetry/trace'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'

/** Runs `work` in a trace of its own; logs a failure, which the next run retries. */
export const runLogged = (log: Logger, name: string, work: () => Promise<void>): Promise<void> => {
  const span = startSpan({ name })
  return span.run(async () => {
    try {
      await work()
      span.end()
    } catch (error) {
      span.end({ error })
      log.warn({ event: 'task.failed', err: error, task: name }, 'Scheduled task failed; retrying at its next run')
    }
  })
}

/** A first run that takes longer does not delay those of other tasks. */
const FIRST_RUN_TIMEOUT_MS = 50

let earlierRuns: Promise<unknown> = Promise.resolve()

/**
 * Runs `run` after the first runs of all tasks started before it in this process.
 *
 * A service starts a dozen tasks at once: concurrently, each would open a database connection that is not needed
 * afterwards, which costs more than its query.
 */
export const afterEarlierStarts = (run: () => Promise<void>): Promise<void> => {
  const firstRun = earlierRuns.then(run)
  earlierRuns = earlierRuns.then(() =>
    Promise.race([firstRun.catch(() => {}), delay(FIRST_RUN_TIMEOUT_MS, undefined, { ref: false })]),
  )
  return firstRun
}

/**
 * Runs `work` after earlier first runs and then `pauseMs` milliseconds after each run ended.
 *
 * Each run has a trace of its own; a failure is logged and the next run retries. `stop` waits for the run in flight.
 */
export const runPeriodically = (
  pauseMs: number,
  log: Logger,
  name: string,
  work: () => Promise<void>,
): BackgroundTask => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    if (isStopped) return
    await runLogged(log, name, work)
    if (!isStopped) timer = setTimeout(() => (running = run()), pauseMs)
  }
  let running = afterEarlierStarts(run)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
