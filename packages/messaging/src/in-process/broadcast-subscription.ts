import type { DomainEvent } from '@purple-sector/contracts/event'
import { inTraceOf, traceIdOf } from '@purple-sector/telemetry/trace'
import type { Logger } from 'pino'
import type { BusSubscription } from '../event-bus.ts'

export type BroadcastSubscription = { deliver(event: DomainEvent): void; stop(): Promise<void> }

/** Passes published events to the handler one by one, in order; a failure is logged and the event skipped. */
export const startBroadcastSubscription = (subscription: BusSubscription, log: Logger): BroadcastSubscription => {
  let lastHandling: Promise<void> = Promise.resolve()
  let isStopped = false
  return {
    deliver(event) {
      lastHandling = lastHandling
        .then(() => (isStopped ? undefined : inTraceOf(event, () => subscription.handle(event))))
        .catch((error: unknown) => {
          const { type, traceparent } = event
          const fields = { consumer: subscription.consumer, type, traceId: traceIdOf(traceparent) }
          log.error(
            { event: 'broadcast.failed', ...fields, err: error },
            'Broadcast event handling failed; event skipped',
          )
        })
    },
    async stop() {
      isStopped = true
      await lastHandling
    },
  }
}
