import { collectAtScrape } from '@purple-sector/metrics'
import type { Kafka } from 'kafkajs'
import { topicsOf } from '../event-bus.ts'
import { durableHandler, type KafkaOptions } from './durable-handler.ts'
import { type RunningGroup, startGroup } from './group.ts'
import { collectLag } from './group-lag.ts'
import { deadLetterTopic, type KafkaAdmin, redriveTopic, type TopicProvisioner } from './topics.ts'

type Options = KafkaOptions & { kafka: Kafka; admin: KafkaAdmin; topics: TopicProvisioner }

type Position = { topic: string; partition: number; offset: string }

/**
 * Returns the start positions of a group that never read a topic: the topic's current ends.
 *
 * The ends are read before the group's offsets: if another replica commits the first offsets in between, these ends
 * are from before its subscription was active.
 */
const firstPositions = (admin: KafkaAdmin, groupId: string, topics: readonly string[]): Promise<Position[]> =>
  admin.use(async (connected) => {
    const ends = await Promise.all(
      topics.map(async (topic) => ({ topic, partitions: await connected.fetchTopicOffsets(topic) })),
    )
    const committed = await connected.fetchOffsets({ groupId, topics: [...topics] })
    const isNew = (topic: string) =>
      committed.find((offsets) => offsets.topic === topic)?.partitions.every(({ offset }) => offset === '-1') ?? true
    return ends
      .filter(({ topic }) => isNew(topic))
      .flatMap(({ topic, partitions }) => partitions.map(({ partition, high }) => ({ topic, partition, offset: high })))
  })

/**
 * Subscribes with a consumer group named like the consumer and shared by its replicas; also reads its redrive topic.
 */
export const subscribeDurably = (options: Options): RunningGroup => {
  const { kafka, admin, topics, subscription, metrics, log } = options
  const groupId = subscription.consumer
  const names = topicsOf(subscription)
  const redriveTopicName = redriveTopic(groupId)
  let startPositions: Position[] = []
  const stopCollecting = collectAtScrape(() => collectLag({ admin, groupId, topics: names, metrics }))
  const group = startGroup({
    kafka,
    groupId,
    topics: [...names, redriveTopicName],
    log,
    async prepare() {
      await topics.ensure([...names, ...names.map(deadLetterTopic), redriveTopicName])
      startPositions = await firstPositions(admin, groupId, names)
    },
    startOffsetOf: (topic, partition) =>
      startPositions.find((position) => position.topic === topic && position.partition === partition)?.offset,
    async onJoined(consumer, assigned) {
      const assignedPositions = startPositions.filter(({ topic, partition }) =>
        assigned.some((assignment) => assignment.topic === topic && assignment.partition === partition),
      )
      startPositions = []
      if (assignedPositions.length > 0) await consumer.commitOffsets(assignedPositions)
    },
    eachBatch: durableHandler(options),
  })
  return {
    whenJoined: group.whenJoined,
    stop() {
      stopCollecting()
      return group.stop()
    },
  }
}
