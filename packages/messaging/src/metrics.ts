import { Counter, Gauge, Histogram, type Registry, register } from 'prom-client'

const createMetrics = (registry: Registry) => ({
  published: new Counter({
    name: 'outbox_published_total',
    help: 'Events the relay published on the bus',
    labelNames: ['service'],
    registers: [registry],
  }),
  publishFailures: new Counter({
    name: 'outbox_publish_failures_total',
    help: 'Failed attempts to read or publish a batch of the outbox',
    labelNames: ['service'],
    registers: [registry],
  }),
  outboxDeadLetters: new Counter({
    name: 'outbox_dead_letters_total',
    help: 'Events no bus accepts; an operator must inspect and redrive them',
    labelNames: ['service', 'topic'],
    registers: [registry],
  }),
  pending: new Gauge({
    name: 'outbox_pending',
    help: 'Events waiting in the outbox, seen by the active relay',
    labelNames: ['service'],
    registers: [registry],
  }),
  oldest: new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the event that has waited longest in the outbox, seen by the active relay',
    labelNames: ['service'],
    registers: [registry],
  }),
  relayActive: new Gauge({
    name: 'relay_active',
    help: '1 where this process holds the lease of the relay',
    labelNames: ['service'],
    registers: [registry],
  }),
  handled: new Counter({
    name: 'events_handled_total',
    help: 'Events handled, by outcome: handled, duplicate, stale, failed',
    labelNames: ['consumer', 'type', 'outcome'],
    registers: [registry],
  }),
  handling: new Histogram({
    name: 'event_handling_seconds',
    help: 'Time from receiving an event to the commit of its effect',
    labelNames: ['consumer', 'type'],
    buckets: [0.002, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  }),
  deadLetters: new Counter({
    name: 'dead_letters_total',
    help: 'Events that failed permanently; an operator must inspect and redrive them',
    labelNames: ['consumer', 'topic'],
    registers: [registry],
  }),
})

export type MessagingMetrics = ReturnType<typeof createMetrics>

const metricsByRegistry = new WeakMap<Registry, MessagingMetrics>()

/** Returns this package's metrics in a registry (default: prom-client's global one), created once each. */
export const messagingMetrics = (registry: Registry = register): MessagingMetrics => {
  const metrics = metricsByRegistry.get(registry) ?? createMetrics(registry)
  metricsByRegistry.set(registry, metrics)
  return metrics
}
