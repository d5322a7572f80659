import { setTimeout as pause } from 'node:timers/promises'
import { type BusSubscription, type EventBus, reasonOf } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'
import { retrying } from '@purple-sector/service-kit/calls/retrying'

type Options = { bus: EventBus; subscription: BusSubscription; loadState(): Promise<void>; log: Logger }

const STOP_TIMEOUT_MS = 500

/**
 * Subscribes to events first and loads state afterwards, so that no event is missed in between.
 * A channel buffers events that arrive while it loads. The bus and services may start later than the gateway:
 * both steps are retried, and the gateway is ready when both are done.
 */
export const startListening = ({ bus, subscription, loadState, log }: Options) => {
  const stopping = new AbortController()
  let isReady = false
  let activeSubscription: { stop(): Promise<void> } | undefined
  let startup: Promise<void> | undefined

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
        const newSubscription = await bus.subscribe(subscription)
        if (stopping.signal.aborted) await newSubscription.stop()
        else activeSubscription = newSubscription
      })
      await retryUntilDone('startup.load_failed', 'Cannot load the initial state yet; retrying', loadState)
      isReady = !stopping.signal.aborted
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error({ event: 'startup.failed', err: error }, 'Startup failed; the gateway will never be ready')
    }
  }

  return {
    isReady: () => isReady,
    start() {
      startup = listen()
    },
    /** Makes the gateway unready for good; events are handled until `stop`. */
    markNotReady() {
      stopping.abort()
      isReady = false
    },
    async stop() {
      stopping.abort()
      isReady = false
      // A bus or service that does not reply does not delay the shutdown: calls to it end with the process.
      await Promise.race([startup, pause(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await activeSubscription?.stop()
    },
  }
}
