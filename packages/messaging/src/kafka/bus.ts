import type { Registry } from 'prom-client'
import { type BusSubscription, type EventBus, topicOf } from '../event-bus.ts'
import { messagingMetrics } from '../metrics.ts'
import { withTimeout } from '../pause.ts'
import { type RetryPolicy, retryPolicy } from '../retry.ts'
import { subscribeToBroadcast } from './broadcast-subscription.ts'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { subscribeDurably } from './durable-subscription.ts'
import type { RunningGroup } from './group.ts'
import { toMessage } from './message.ts'
import { kafkaProducer } from './producer.ts'
import { kafkaAdmin, type TopicOptions, topicKeeper } from './topics.ts'

export type KafkaBusOptions = KafkaConnection & {
  topics?: TopicOptions
  metrics?: Registry
  /** For tests that cannot wait. */
  retry?: Partial<RetryPolicy>
  /** For tests; `MAX_EVENT_BYTES` when absent. */
  maxEventBytes?: number
}

/** A broker that is there lets go at once. */
const CLOSING_MS = 500

/**
 * The event bus of the distributed way. Connects when first needed, and again after every failure: it can be made
 * while Kafka is away, `publish` then rejects and `subscribe` waits.
 */
export const createKafkaBus = async (options: KafkaBusOptions): Promise<EventBus> => {
  const { log } = options
  const policy = { ...retryPolicy, ...options.retry }
  const metrics = messagingMetrics(options.metrics)
  const kafka = kafkaClient(options)
  const admin = kafkaAdmin(kafka)
  const topics = topicKeeper(admin, options.topics ?? {})
  const producer = kafkaProducer(kafka, topics)
  const running = new Set<RunningGroup>()

  const start = (subscription: BusSubscription): RunningGroup =>
    subscription.mode === 'durable'
      ? subscribeDurably({ kafka, admin, topics, producer, subscription, policy, log, metrics })
      : subscribeToBroadcast({ kafka, admin, topics, subscription, log })

  return {
    async publish(events) {
      const { maxEventBytes } = options
      await producer.send(events.map((event) => ({ topic: topicOf(event), message: toMessage(event, maxEventBytes) })))
    },

    async subscribe(subscription) {
      const group = start(subscription)
      running.add(group)
      await group.joined
      return {
        async stop() {
          running.delete(group)
          await group.stop()
        },
      }
    },

    async close() {
      await Promise.all([...running].map((group) => group.stop()))
      running.clear()
      await withTimeout(CLOSING_MS, Promise.all([producer.close(), admin.close()]))
    },
  }
}
