import type { BusSubscription, EventBus } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'

type Options = { bus: EventBus; subscription: BusSubscription; warm(): Promise<void>; log: Logger }

const PAUSES_MS = [100, 250, 500, 1_000, 2_000]

/**
 * Hears events first and loads afterwards, so that nothing falls in between: what arrives while a room loads waits for
 * it there. Bus and owners may come later than we do; it goes on trying and is ready when both are done.
 */
export const startListening = ({ bus, subscription, warm, log }: Options) => {
  const stopping = new AbortController()
  let isReady = false
  let heard: { stop(): Promise<void> } | undefined
  let running: Promise<void> | undefined

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })

  const untilDone = async (what: string, work: () => Promise<void>): Promise<void> => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        await work()
        return
      } catch (error) {
        const line = { err: error, attempt }
        if (attempt < PAUSES_MS.length) log.debug(line, what)
        else log.warn(line, what)
        await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0)
      }
    }
  }

  return {
    isReady: () => isReady,
    start() {
      running = (async () => {
        await untilDone('cannot listen to events yet', async () => {
          heard = await bus.subscribe(subscription)
        })
        await untilDone('cannot load the present state yet', warm)
        isReady = !stopping.signal.aborted
      })()
    },
    async stop() {
      stopping.abort()
      isReady = false
      await running
      await heard?.stop()
    },
  }
}
