import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type BusSubscription, type EventBus, typesOf } from '../event-bus.ts'
import { eventJson } from '../event-json.ts'
import { messagingMetrics } from '../metrics.ts'
import { type RetryPolicy, retryPolicy } from '../retry.ts'
import { type BroadcastSubscription, startBroadcastSubscription } from './broadcast-subscription.ts'
import { consumersWaiting, deliveriesOf, storeDeliveries } from './deliveries.ts'
import { type DurableSubscription, startDurableSubscription } from './durable-subscription.ts'
import { readSubscribers, saveSubscriber } from './subscribers.ts'
import { createBusTables } from './tables.ts'

export type InProcessBusOptions = {
  /** May create the schema `bus`; a few connections of its own are enough. */
  database: Database
  log: Logger
  metrics?: Registry
  /** For tests that cannot wait. */
  retry?: Partial<RetryPolicy>
  /** For tests that cannot wait; `SWEEP_INTERVAL_MS` when absent. */
  sweepIntervalMs?: number
  /** For tests; `MAX_EVENT_BYTES` when absent. */
  maxEventBytes?: number
}

/** `publish` wakes the consumers itself; a sweep finds what another process has stored: dead letters that it re-drove. */
const SWEEP_INTERVAL_MS = 10_000

/**
 * The event bus of the embedded way: one process, its state in the Postgres schema `bus`. A durable subscriber gets
 * everything published since its first subscription, over restarts and crashes.
 */
export const createInProcessBus = async (options: InProcessBusOptions): Promise<EventBus> => {
  const { database, log } = options
  const policy = { ...retryPolicy, ...options.retry }
  const metrics = messagingMetrics(options.metrics)
  await createBusTables(database)
  /** Wanted types per durable consumer, present in this run or not. */
  const wanted = await readSubscribers(database)
  const durable = new Map<string, DurableSubscription>()
  const broadcast = new Map<BroadcastSubscription, ReadonlySet<string>>()

  /** Where this query fails, each consumer reads by itself, and retries until it can. */
  const sweep = async (): Promise<void> => {
    const consumers = [...durable.keys()]
    if (consumers.length === 0) return
    const waiting = await consumersWaiting(database, consumers).catch((error: unknown) => {
      log.debug({ err: error }, 'the sweep for waiting deliveries failed')
      return consumers
    })
    for (const consumer of waiting) durable.get(consumer)?.hint()
  }
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  }, options.sweepIntervalMs ?? SWEEP_INTERVAL_MS)

  const subscribeDurably = async (subscription: BusSubscription) => {
    const { consumer } = subscription
    if (durable.has(consumer)) throw new Error(`${consumer} is subscribed already`)
    const deliveries = deliveriesOf(database, consumer)
    wanted.set(consumer, await saveSubscriber(database, subscription))
    const running = startDurableSubscription({ subscription, deliveries, policy, log, metrics })
    durable.set(consumer, running)
    return {
      async stop() {
        if (durable.get(consumer) !== running) return
        await running.stop()
        durable.delete(consumer)
      },
    }
  }

  const subscribeNow = (subscription: BusSubscription) => {
    const running = startBroadcastSubscription(subscription, log)
    broadcast.set(running, typesOf(subscription))
    return {
      async stop() {
        broadcast.delete(running)
        await running.stop()
      },
    }
  }

  return {
    async publish(events) {
      const consumersOf = (event: DomainEvent) =>
        [...wanted].filter(([, types]) => types.has(event.type)).map(([consumer]) => consumer)
      const postings = events.map((event) => ({
        event,
        json: eventJson(event, options.maxEventBytes),
        consumers: consumersOf(event),
      }))
      await storeDeliveries(database, postings)
      for (const [running, types] of broadcast)
        for (const event of events) if (types.has(event.type)) running.deliver(event)
      for (const consumer of new Set(postings.flatMap(({ consumers }) => consumers))) durable.get(consumer)?.hint()
    },

    subscribe: async (subscription) =>
      subscription.mode === 'durable' ? subscribeDurably(subscription) : subscribeNow(subscription),

    async close() {
      clearInterval(timer)
      const running = [...durable.values(), ...broadcast.keys()]
      durable.clear()
      broadcast.clear()
      await Promise.all([sweeping, ...running.map((subscription) => subscription.stop())])
    },
  }
}
