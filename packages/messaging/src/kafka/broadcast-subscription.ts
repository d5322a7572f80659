import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@purple-sector/contracts/event'
import { inTraceOf, traceIdOf } from '@purple-sector/telemetry/trace'
import type { EachBatchHandler, Kafka, KafkaMessage } from 'kafkajs'
import type { Logger } from 'pino'
import { type BusSubscription, topicsOf, typesOf } from '../event-bus.ts'
import { withTimeout } from '../pause.ts'
import { type RunningGroup, startGroup } from './group.ts'
import { toEvent, typeOf } from './message.ts'
import { deadLetterTopic, type KafkaAdmin, type TopicProvisioner } from './topics.ts'

type Options = { kafka: Kafka; admin: KafkaAdmin; topics: TopicProvisioner; subscription: BusSubscription; log: Logger }

/** How long a stop waits for the deletion of its group, which Kafka would otherwise expire. */
const DELETE_GROUP_TIMEOUT_MS = 1_000

/**
 * Subscribes with a consumer group of this process, deleted when it stops.
 *
 * It commits no offsets, so Kafka also expires the group of a killed process. Reads from the current ends of the
 * topics; after a lost connection it continues at its last position.
 */
export const subscribeToBroadcast = ({ kafka, admin, topics, subscription, log }: Options): RunningGroup => {
  const groupId = `${subscription.consumer}.${randomUUID()}`
  const names = topicsOf(subscription)
  const types = typesOf(subscription)
  const nextOffsets = new Map<string, string>()
  let hasJoined = false
  const partitionKey = (topic: string, partition: number) => `${topic}/${partition}`

  const handle = async (message: KafkaMessage, topic: string): Promise<void> => {
    let event: DomainEvent | undefined
    try {
      const received = toEvent(message)
      event = received
      await inTraceOf(received, () => subscription.handle(received))
    } catch (error) {
      const fields = {
        consumer: subscription.consumer,
        topic,
        type: typeOf(message),
        traceId: traceIdOf(event?.traceparent),
      }
      log.error({ event: 'broadcast.failed', ...fields, err: error }, 'Broadcast event handling failed; event skipped')
    }
  }

  const eachBatch: EachBatchHandler = async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
    for (const message of batch.messages) {
      if (!isRunning() || isStale()) return
      if (types.has(typeOf(message))) await handle(message, batch.topic)
      resolveOffset(message.offset)
      nextOffsets.set(partitionKey(batch.topic, batch.partition), String(BigInt(message.offset) + 1n))
      await heartbeat()
    }
  }

  const group = startGroup({
    kafka,
    groupId,
    topics: names,
    log,
    async prepare() {
      await topics.ensure([...names, ...names.map(deadLetterTopic)])
      if (nextOffsets.size > 0) return
      for (const topic of names)
        for (const { partition, high } of await admin.use((connected) => connected.fetchTopicOffsets(topic)))
          nextOffsets.set(partitionKey(topic, partition), high)
    },
    async onJoined() {
      hasJoined = true
    },
    startOffsetOf: (topic, partition) => nextOffsets.get(partitionKey(topic, partition)),
    eachBatch,
  })
  return {
    whenJoined: group.whenJoined,
    async stop() {
      await group.stop()
      if (hasJoined)
        await withTimeout(
          DELETE_GROUP_TIMEOUT_MS,
          admin.use((connected) => connected.deleteGroups([groupId])).catch(() => {}),
        )
    },
  }
}
