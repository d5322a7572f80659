import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type BusSubscription, type EventBus, typesOf } from '../event-bus.ts'
import { eventJson } from '../event-json.ts'
import { messagingMetrics } from '../metrics.ts'
import { type RetryPolicy, retryPolicy } from '../retry.ts'
import { type BroadcastSubscription, startBroadcastSubscription } from './broadcast-subscription.ts'
import { consumersWithDeliveries, deliveriesOf, storeDeliveries } from './deliveries.ts'
import { type DurableSubscription, startDurableSubscription } from './durable-subscription.ts'
import { readSubscribers, saveSubscriber } from './subscribers.ts'
import { createBusTables } from './tables.ts'

export type InProcessBusOptions = {
  /** Must be allowed to create the schema `bus`; a few dedicated connections are enough. */
  database: Database
  log: Logger
  metrics?: Registry
  /** Shorter retries for tests. */
  retry?: Partial<RetryPolicy>
  /** Shorter sweeps for tests; default `SWEEP_INTERVAL_MS`. */
  sweepIntervalMs?: number
  /** Smaller limit for tests; default `MAX_EVENT_BYTES`. */
  maxEventBytes?: number
}

/**
 * `publish` wakes consumers; the sweep finds deliveries that another process has stored, such as redriven dead letters.
 */
const SWEEP_INTERVAL_MS = 10_000

/**
 * Creates the event bus of the embedded product: one process, its state in the Postgres schema `bus`.
 *
 * A durable subscriber receives everything published since its first subscription, across restarts and crashes.
 */
export const createInProcessBus = async (options: InProcessBusOptions): Promise<EventBus> => {
  const { database, log } = options
  const policy = { ...retryPolicy, ...options.retry }
  const metrics = messagingMetrics(options.metrics)
  await createBusTables(database)
  /** Event types per durable consumer, including consumers that are not subscribed in this run. */
  const typesByConsumer = await readSubscribers(database)
  const durable = new Map<string, DurableSubscription>()
  const broadcast = new Map<BroadcastSubscription, ReadonlySet<string>>()

  /** Wakes consumers with waiting deliveries. If this query fails, every consumer reads its deliveries and retries. */
  const sweep = async (): Promise<void> => {
    const consumers = [...durable.keys()]
    if (consumers.length === 0) return
    const consumersToWake = await consumersWithDeliveries(database, consumers).catch((error: unknown) => {
      log.debug({ event: 'bus.sweep_failed', err: error }, 'Sweep for waiting deliveries failed; every consumer polls')
      return consumers
    })
    for (const consumer of consumersToWake) durable.get(consumer)?.wake()
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
    typesByConsumer.set(consumer, await saveSubscriber(database, subscription))
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

  const subscribeToBroadcast = (subscription: BusSubscription) => {
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
        [...typesByConsumer].filter(([, types]) => types.has(event.type)).map(([consumer]) => consumer)
      const routedEvents = events.map((event) => ({
        event,
        json: eventJson(event, options.maxEventBytes),
        consumers: consumersOf(event),
      }))
      await storeDeliveries(database, routedEvents)
      for (const [running, types] of broadcast)
        for (const event of events) if (types.has(event.type)) running.deliver(event)
      for (const consumer of new Set(routedEvents.flatMap(({ consumers }) => consumers))) durable.get(consumer)?.wake()
    },

    subscribe: async (subscription) =>
      subscription.mode === 'durable' ? subscribeDurably(subscription) : subscribeToBroadcast(subscription),

    async close() {
      clearInterval(timer)
      const running = [...durable.values(), ...broadcast.keys()]
      durable.clear()
      broadcast.clear()
      await Promise.all([sweeping, ...running.map((subscription) => subscription.stop())])
    },
  }
}
