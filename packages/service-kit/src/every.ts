import { nextTraceparent, withTrace } from '@purple-sector/messaging/trace'
import type { Logger } from './logger.ts'
import type { Running } from './platform.ts'

/** Does it in a trace of its own; a failure is logged, for the next time tries again. */
export const attempt = (log: Logger, name: string, work: () => Promise<void>): Promise<void> =>
  withTrace(nextTraceparent(), async () => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, `${name} failed, trying again later`)
    }
  })

/**
 * Runs `work` at once and then again and again, `pauseMs` milliseconds after it ended, each time in a trace of its own;
 * a failure is logged and the next run tries again. `stop` waits for the run under way.
 */
export const every = (pauseMs: number, log: Logger, name: string, work: () => Promise<void>): Running => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    await attempt(log, name, work)
    if (!stopped) timer = setTimeout(() => (running = run()), pauseMs)
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
