import type { Logger, Running } from '@purple-sector/service-kit'

/** Runs `work` again and again, `pauseMs` after it ended; a failure is logged and the next run tries again. */
export const every = (pauseMs: number, log: Logger, name: string, work: () => Promise<void>): Running => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, `${name} failed`))
      .then(() => {
        if (!stopped) timer = setTimeout(run, pauseMs)
      })
  }
  timer = setTimeout(run, pauseMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
