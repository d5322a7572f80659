import { randomUUID } from 'node:crypto'
import type { EachBatchHandler, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import type { BusSubscription } from '../event-bus.ts'
import { type RunningGroup, startGroup } from './group.ts'
import { toEvent, typeOf } from './message.ts'
import { deadLetterTopic, type KafkaAdmin, type TopicKeeper } from './topics.ts'

type Options = { kafka: Kafka; admin: KafkaAdmin; topics: TopicKeeper; subscription: BusSubscription; log: Logger }

/**
 * A group of its own for this process, deleted when it stops; it commits nothing, so Kafka forgets the group of a
 * killed process too. Reads from the ends of the topics as they are now; after a lost connection it goes on where it was.
 */
export const subscribeToBroadcast = ({ kafka, admin, topics, subscription, log }: Options): RunningGroup => {
  const groupId = `${subscription.consumer}.${randomUUID()}`
  const wanted = new Set(subscription.types)
  const next = new Map<string, string>()
  const nameOf = (topic: string, partition: number) => `${topic}/${partition}`

  const eachBatch: EachBatchHandler = async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
    for (const message of batch.messages) {
      if (!isRunning() || isStale()) return
      if (wanted.has(typeOf(message)))
        try {
          await subscription.handle(toEvent(message))
        } catch (error) {
          log.error({ err: error, consumer: subscription.consumer, topic: batch.topic }, 'a broadcast event failed')
        }
      resolveOffset(message.offset)
      next.set(nameOf(batch.topic, batch.partition), String(BigInt(message.offset) + 1n))
      await heartbeat()
    }
  }

  const group = startGroup({
    kafka,
    groupId,
    topics: subscription.topics,
    log,
    async prepare() {
      await topics.ensure([...subscription.topics, ...subscription.topics.map(deadLetterTopic)])
      if (next.size > 0) return
      for (const topic of subscription.topics)
        for (const { partition, high } of await admin.use((connected) => connected.fetchTopicOffsets(topic)))
          next.set(nameOf(topic, partition), high)
    },
    startOf: (topic, partition) => next.get(nameOf(topic, partition)),
    eachBatch,
  })
  return {
    joined: group.joined,
    async stop() {
      await group.stop()
      await admin.use((connected) => connected.deleteGroups([groupId])).catch(() => {})
    },
  }
}
