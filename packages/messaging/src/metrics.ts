import { counter, gauge, histogram } from '@purple-sector/metrics'
import { type Registry, register } from 'prom-client'

/** Returns this package's metrics in a registry (default: that of the process). */
export const messagingMetrics = (registry: Registry = register) => ({
  published: counter('outbox_published_total', registry),
  publishFailures: counter('outbox_publish_failures_total', registry),
  outboxDeadLetters: counter('outbox_dead_letters_total', registry),
  pending: gauge('outbox_pending', registry),
  oldest: gauge('outbox_oldest_seconds', registry),
  relayActive: gauge('relay_active', registry),
  handled: counter('events_handled_total', registry),
  handling: histogram('event_handling_seconds', registry),
  deadLetters: counter('dead_letters_total', registry),
  lag: gauge('consumer_lag_events', registry),
})

export type MessagingMetrics = ReturnType<typeof messagingMetrics>
