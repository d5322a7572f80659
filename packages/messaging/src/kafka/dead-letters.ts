import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@purple-sector/contracts/event'
import type { KafkaMessage } from 'kafkajs'
import { type KafkaConnection, kafkaClient } from './client.ts'
import { headerOf, type OrderedMessage, toEvent } from './message.ts'
import { kafkaProducer } from './producer.ts'
import {
  deadLetterTopic,
  kafkaAdmin,
  originalTopicOf,
  redriveTopic,
  type TopicOptions,
  topicProvisioner,
} from './topics.ts'

const ERROR_LENGTH = 1_000
const STACK_LENGTH = 4_000

export type DeadLettered = { consumer: string; error: unknown; tries: number }

const eventOf = (message: KafkaMessage): DomainEvent | undefined => {
  try {
    return toEvent(message)
  } catch {
    return undefined
  }
}

/** Header of a redriven message: the original topic of its dead letter. */
const ORIGIN = 'origin'

/** Returns the original topic of a redriven message; undefined for a message that is not redriven. */
export const originOf = (message: KafkaMessage): string | undefined => headerOf(message, ORIGIN)

/** Copies the message and adds its consumer and the reason of the failure as headers. */
export const toDeadLetter = (message: KafkaMessage, { consumer, error, tries }: DeadLettered): OrderedMessage => ({
  key: message.key,
  value: message.value,
  orderingKey: eventOf(message)?.key ?? '',
  headers: {
    ...message.headers,
    consumer,
    error: (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH),
    stack: (error instanceof Error ? (error.stack ?? '') : '').slice(0, STACK_LENGTH),
    tries: String(tries),
    'failed-at': new Date().toISOString(),
  },
})

export type DeadLetter = { consumer: string; topic: string; event: DomainEvent | undefined; error: string }
export type DeadLetterFilter = { consumer: string; topic?: string | undefined }

type Range = { topic: string; partition: number; from: bigint; to: bigint }
type Letter = { topic: string; message: KafkaMessage }

const offsetsGroup = (consumer: string): string => `${consumer}.redriven`

/** Opens the clients that the commands below share. */
const openClients = (connection: KafkaConnection, options: TopicOptions) => {
  const kafka = kafkaClient(connection)
  const admin = kafkaAdmin(kafka)
  const topics = topicProvisioner(admin, options)
  return { kafka, admin, topics }
}

type Clients = ReturnType<typeof openClients>

/** Returns the ranges of the dead-letter topics that this consumer has not redriven yet. */
const pendingRanges = ({ admin }: Clients, { consumer, topic }: DeadLetterFilter): Promise<Range[]> =>
  admin.use(async (connected) => {
    const existing = (await connected.listTopics()).filter((name) => name.endsWith('.dlq'))
    const names = existing.filter((name) => topic === undefined || name === deadLetterTopic(topic))
    if (names.length === 0) return []
    const committed = await connected.fetchOffsets({ groupId: offsetsGroup(consumer), topics: names })
    const ranges = names.map(async (name) => {
      const committedPartitions = committed.find(({ topic }) => topic === name)?.partitions ?? []
      return (await connected.fetchTopicOffsets(name)).map(({ partition, low, high }) => {
        const offset = BigInt(committedPartitions.find((committed) => committed.partition === partition)?.offset ?? -1)
        return { topic: name, partition, from: offset < BigInt(low) ? BigInt(low) : offset, to: BigInt(high) }
      })
    })
    return (await Promise.all(ranges)).flat().filter(({ from, to }) => from < to)
  })

/** Reads the ranges with a temporary consumer group. */
const readRanges = async ({ kafka, admin }: Clients, ranges: readonly Range[]): Promise<Letter[]> => {
  if (ranges.length === 0) return []
  const groupId = `dead-letters.${randomUUID()}`
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
  const unfinishedRanges = new Map(ranges.map((range) => [`${range.topic}/${range.partition}`, range]))
  const letters: Letter[] = []
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  consumer.on(consumer.events.GROUP_JOIN, () => {
    for (const { topic, partition, from } of ranges) consumer.seek({ topic, partition, offset: String(from) })
  })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...new Set(ranges.map(({ topic }) => topic))], fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages } }) => {
        const range = unfinishedRanges.get(`${topic}/${partition}`)
        if (range === undefined) return
        const inRange = messages.filter(({ offset }) => BigInt(offset) >= range.from && BigInt(offset) < range.to)
        letters.push(...inRange.map((message) => ({ topic, message })))
        const last = messages.at(-1)
        if (last !== undefined && BigInt(last.offset) + 1n >= range.to) unfinishedRanges.delete(`${topic}/${partition}`)
        if (unfinishedRanges.size === 0) resolve()
      },
    })
    await done
  } finally {
    await consumer.disconnect()
    await admin.use((connected) => connected.deleteGroups([groupId])).catch(() => {})
  }
  return letters
}

const filterByConsumer = (letters: readonly Letter[], consumer: string): Letter[] =>
  letters.filter(({ message }) => headerOf(message, 'consumer') === consumer)

/** Reads the dead letters of a consumer that were not redriven yet. */
export const readDeadLettersFromKafka = async (
  connection: KafkaConnection,
  filter: DeadLetterFilter,
): Promise<DeadLetter[]> => {
  const clients = openClients(connection, {})
  try {
    const letters = filterByConsumer(await readRanges(clients, await pendingRanges(clients, filter)), filter.consumer)
    return letters.map(({ topic, message }) => ({
      consumer: filter.consumer,
      topic: originalTopicOf(topic),
      event: eventOf(message),
      error: headerOf(message, 'error') ?? '',
    }))
  } finally {
    await clients.admin.close()
  }
}

const toRedrivenMessage = ({ topic, message }: Letter): OrderedMessage => ({
  key: message.key,
  value: message.value,
  orderingKey: eventOf(message)?.key ?? '',
  headers: { [ORIGIN]: originalTopicOf(topic) },
})

/**
 * Redrives a consumer's dead letters, oldest first per partition, and returns their number.
 *
 * They are sent on a topic that only this consumer reads, so no other consumer receives them a second time.
 */
export const redriveKafka = async (
  connection: KafkaConnection,
  filter: DeadLetterFilter,
  topicOptions: TopicOptions = {},
): Promise<number> => {
  const clients = openClients(connection, topicOptions)
  const producer = kafkaProducer(clients.kafka, clients.topics)
  try {
    const ranges = await pendingRanges(clients, filter)
    const letters = filterByConsumer(await readRanges(clients, ranges), filter.consumer)
    const topic = redriveTopic(filter.consumer)
    if (letters.length > 0)
      await producer.send(letters.map((letter) => ({ topic, message: toRedrivenMessage(letter) })))
    for (const [name, ofTopic] of Map.groupBy(ranges, (range) => range.topic)) {
      const partitions = ofTopic.map(({ partition, to }) => ({ partition, offset: String(to) }))
      await clients.admin.use((connected) =>
        connected.setOffsets({ groupId: offsetsGroup(filter.consumer), topic: name, partitions }),
      )
    }
    return letters.length
  } finally {
    await producer.close()
    await clients.admin.close()
  }
}
