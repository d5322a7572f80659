import type { Kafka } from 'kafkajs'
import { topicsOf } from '../event-bus.ts'
import { durableHandler, type KafkaOptions } from './durable-handler.ts'
import { type RunningGroup, startGroup } from './group.ts'
import { deadLetterTopic, type KafkaAdmin, redriveTopic, type TopicProvisioner } from './topics.ts'

type Options = KafkaOptions & { kafka: Kafka; admin: KafkaAdmin; topics: TopicProvisioner }

type Position = { topic: string; partition: number; offset: string }

/**
 * Returns the start positions of a group that never read a topic: the topic's current ends.
 *
 * The ends are read before the group's offsets: where another replica commits the first offsets in between, these ends
 * are from before its subscription was active.
 */
const firstPositions = (admin: KafkaAdmin, groupId: string, topics: readonly string[]): Promise<Position[]> =>
  admin.use(async (connected) => {
    const ends = await Promise.all(
      topics.map(async (topic) => ({ topic, partitions: await connected.fetchTopicOffsets(topic) })),
    )
    const committed = await connected.fetchOffsets({ groupId, topics: [...topics] })
    const isNew = (topic: string) =>
      committed.find((one) => one.topic === topic)?.partitions.every(({ offset }) => offset === '-1') ?? true
    return ends
      .filter(({ topic }) => isNew(topic))
      .flatMap(({ topic, partitions }) => partitions.map(({ partition, high }) => ({ topic, partition, offset: high })))
  })

/** Subscribes with a consumer group named like the consumer and shared by its replicas; also reads its redrive topic. */
export const subscribeDurably = (options: Options): RunningGroup => {
  const { kafka, admin, topics, subscription, log } = options
  const groupId = subscription.consumer
  const names = topicsOf(subscription)
  const redriven = redriveTopic(groupId)
  let first: Position[] = []
  return startGroup({
    kafka,
    groupId,
    topics: [...names, redriven],
    log,
    async prepare() {
      await topics.ensure([...names, ...names.map(deadLetterTopic), redriven])
      first = await firstPositions(admin, groupId, names)
    },
    startOf: (topic, partition) =>
      first.find((position) => position.topic === topic && position.partition === partition)?.offset,
    async joined(consumer, assigned) {
      const mine = first.filter(({ topic, partition }) =>
        assigned.some((one) => one.topic === topic && one.partition === partition),
      )
      first = []
      if (mine.length > 0) await consumer.commitOffsets(mine)
    },
    eachBatch: durableHandler(options),
  })
}
