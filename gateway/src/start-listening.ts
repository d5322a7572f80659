import { setTimeout as pause } from 'node:timers/promises'
import { type BusSubscription, type EventBus, reasonOf } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'

type Options = { bus: EventBus; subscription: BusSubscription; warm(): Promise<void>; log: Logger }

const GIVING_UP_MS = 500

/**
 * Hears events first and loads afterwards, so that nothing falls in between: what arrives while a channel loads waits for
 * it there. Bus and services may come later than we do; it goes on trying and is ready when both are done.
 */
export const startListening = ({ bus, subscription, warm, log }: Options) => {
  const stopping = new AbortController()
  let isReady = false
  let heard: { stop(): Promise<void> } | undefined
  let running: Promise<void> | undefined

  /** Logs each reason once, however often the work is retried for it. */
  const untilDone = (what: string, work: () => Promise<void>): Promise<void> => {
    const logged = new Set<string>()
    return retrying(work, {
      minBackoffMs: 100,
      maxBackoffMs: 2_000,
      signal: stopping.signal,
      onFailure({ error, attempt }) {
        log.debug({ err: error, attempt }, what)
        const reason = reasonOf(error)
        if (logged.has(reason)) return
        logged.add(reason)
        log.info({ reason }, what)
      },
    })
  }

  const listen = async (): Promise<void> => {
    try {
      await untilDone('cannot listen to events yet', async () => {
        const subscribed = await bus.subscribe(subscription)
        if (stopping.signal.aborted) await subscribed.stop()
        else heard = subscribed
      })
      await untilDone('cannot load the present state yet', warm)
      isReady = !stopping.signal.aborted
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'will never be ready')
    }
  }

  return {
    isReady: () => isReady,
    start() {
      running = listen()
    },
    /** Not ready from now on, nor ever: events are heard until `stop`. */
    leave() {
      stopping.abort()
      isReady = false
    },
    async stop() {
      stopping.abort()
      isReady = false
      // A bus or a service that does not answer keeps nobody here: what is asked of them ends with the process.
      await Promise.race([running, pause(GIVING_UP_MS, undefined, { ref: false })])
      await heard?.stop()
    },
  }
}
