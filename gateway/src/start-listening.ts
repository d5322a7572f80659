import { setTimeout as pause } from 'node:timers/promises'
import { type BusSubscription, type EventBus, reasonOf } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'

type Options = { bus: EventBus; subscription: BusSubscription; warm(): Promise<void>; log: Logger }

const STOP_TIMEOUT_MS = 500

/**
 * Subscribes to events first and loads state afterwards, so that no event is missed in between.
 * Events that arrive while a channel loads are buffered there. The bus and services may start later than the gateway:
 * both steps are retried, and the gateway is ready when both are done.
 */
export const startListening = ({ bus, subscription, warm, log }: Options) => {
  const stopping = new AbortController()
  let isReady = false
  let active: { stop(): Promise<void> } | undefined
  let running: Promise<void> | undefined

  /** Retries the work until it is done; logs each distinct reason of failure once. */
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
    /** Not ready any more, for good; events are still handled until `stop`. */
    markNotReady() {
      stopping.abort()
      isReady = false
    },
    async stop() {
      stopping.abort()
      isReady = false
      // A bus or service that does not answer does not delay the shutdown: calls to it end with the process.
      await Promise.race([running, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await active?.stop()
    },
  }
}
