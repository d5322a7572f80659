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
import { kafkaAdmin, type TopicOptions, topicProvisioner } from './topics.ts'

export type KafkaBusOptions = KafkaConnection & {
  topics?: TopicOptions
  metrics?: Registry
  /** Shorter retries for tests. */
  retry?: Partial<RetryPolicy>
  /** Smaller limit for tests; default `MAX_EVENT_BYTES`. */
  maxEventBytes?: number
}

/** A reachable broker closes connections at once. */
const CLOSE_TIMEOUT_MS = 500

/**
 * Creates the event bus of the distributed product.
 *
 * It connects on first use and reconnects after every failure, so it can be created while Kafka is unavailable:
 * `publish` then rejects and `subscribe` waits.
 */
export const createKafkaBus = async (options: KafkaBusOptions): Promise<EventBus> => {
  const { log } = options
  const policy = { ...retryPolicy, ...options.retry }
  const metrics = messagingMetrics(options.metrics)
  const kafka = kafkaClient(options)
  const admin = kafkaAdmin(kafka)
  const topics = topicProvisioner(admin, options.topics ?? {})
  const producer = kafkaProducer(kafka, topics)
  const groups = new Set<RunningGroup>()

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
      groups.add(group)
      await group.whenJoined
      return {
        async stop() {
          groups.delete(group)
          await group.stop()
        },
      }
    },

    async close() {
      await Promise.all([...groups].map((group) => group.stop()))
      groups.clear()
      await withTimeout(CLOSE_TIMEOUT_MS, Promise.all([producer.close(), admin.close()]))
    },
  }
}
