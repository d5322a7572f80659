import { setTimeout as delay } from 'node:timers/promises'
import { nextTraceparent, withTrace } from '@purple-sector/messaging/trace'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'

/** Does it in a trace of its own; a failure is logged, for the next time tries again. */
export const runLogged = (log: Logger, name: string, work: () => Promise<void>): Promise<void> =>
  withTrace(nextTraceparent(), async () => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, `${name} failed, trying again later`)
    }
  })

/** A first run that takes longer holds up nobody else. */
const TURN_MS = 50

let turn: Promise<unknown> = Promise.resolve()

/**
 * After the first runs of all that began before it in this process. A service begins a dozen at once: side by side each
 * would open a connection to the database that nobody needs after it, which costs more than what is asked for.
 */
export const afterEarlierStarts = (run: () => Promise<void>): Promise<void> => {
  const ran = turn.then(run)
  turn = turn.then(() => Promise.race([ran.catch(() => {}), delay(TURN_MS, undefined, { ref: false })]))
  return ran
}

/**
 * Runs `work` as soon as it is its turn and then again and again, `pauseMs` milliseconds after it ended, each time in a
 * trace of its own; a failure is logged and the next run tries again. `stop` waits for the run under way.
 */
export const runPeriodically = (
  pauseMs: number,
  log: Logger,
  name: string,
  work: () => Promise<void>,
): BackgroundTask => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    if (stopped) return
    await runLogged(log, name, work)
    if (!stopped) timer = setTimeout(() => (running = run()), pauseMs)
  }
  let running = afterEarlierStarts(run)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
