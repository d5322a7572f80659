import { setTimeout as pause } from 'node:timers/promises'
import { type BusSubscription, type EventBus, reasonOf } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'

type Options = { bus: EventBus; subscription: BusSubscription; warm(): Promise<void>; log: Logger }

const STOP_TIMEOUT_MS = 500

/**
 * Hears events first and loads afterwards, so that nothing falls in between: what arrives while a channel loads waits for
 * it there. Bus and services may come later than we do; it goes on trying and is ready when both are done.
 */
export const startListening = ({ bus, subscription, warm, log }: Options) => {
  const stopping = new AbortController()
  let isReady = false
  let active: { stop(): Promise<void> } | undefined
  let running: Promise<void> | undefined

  /** Logs each reason once, however often the work is retried for it. */
  const retryUntilDone = (event: string, message: string, work: () => Promise<void>): Promise<void> => {
    const logged = new Set<string>()
    return retrying(work, {
      minBackoffMs: 100,
      maxBackoffMs: 2_000,
      signal: stopping.signal,
      onFailure({ error, attempt }) {
        log.debug({ event, err: error, attempt }, message)
        const reason = reasonOf(error)
        if (logged.has(reason)) return
        logged.add(reason)
        log.info({ event, reason }, message)
      },
    })
  }

  const listen = async (): Promise<void> => {
    try {
      await retryUntilDone('startup.bus_unavailable', 'Cannot subscribe to events yet; retrying', async () => {
        const subscribed = await bus.subscribe(subscription)
        if (stopping.signal.aborted) await subscribed.stop()
        else active = subscribed
      })
      await retryUntilDone('startup.load_failed', 'Cannot load the initial state yet; retrying', warm)
      isReady = !stopping.signal.aborted
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error({ event: 'startup.failed', err: error }, 'Startup failed; the gateway will never be ready')
    }
  }

  return {
    isReady: () => isReady,
    start() {
      running = listen()
    },
    /** Not ready from now on, nor ever: events are heard until `stop`. */
    markNotReady() {
      stopping.abort()
      isReady = false
    },
    async stop() {
      stopping.abort()
      isReady = false
      // A bus or a service that does not answer keeps nobody here: what is asked of them ends with the process.
      await Promise.race([running, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await active?.stop()
    },
  }
}
