import { nextTraceparent, withTrace } from '@purple-sector/messaging/trace'
import type { Logger } from './logger.ts'
import type { Running } from './platform.ts'

/**
 * Runs `work` at once and then again and again, `pauseMs` milliseconds after it ended, each time in a trace of its own;
 * a failure is logged and the next run tries again. `stop` waits for the run under way.
 */
export const every = (pauseMs: number, log: Logger, name: string, work: () => Promise<void>): Running => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const attempt = (): Promise<void> =>
    withTrace(nextTraceparent(), () =>
      work().catch((error: unknown) => log.warn({ err: error }, `${name} failed, trying again later`)),
    )
  const run = async (): Promise<void> => {
    await attempt()
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
