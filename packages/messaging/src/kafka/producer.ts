import type { Kafka, Message, Producer, TopicMessages } from 'kafkajs'
import { permanent } from '../failures.ts'
import { hashOf, type OrderedMessage } from './message.ts'
import type { TopicKeeper } from './topics.ts'

export type Outgoing = { topic: string; message: OrderedMessage }

/** Messages of one request together; a larger one travels alone. */
const REQUEST_BYTES = 4 * 1024 * 1024

const sizeOf = ({ message }: Outgoing): number => message.value?.length ?? 0

const orderingKeyOf = (message: Message): string =>
  'orderingKey' in message && typeof message.orderingKey === 'string' ? message.orderingKey : ''

/** Splits by size and groups by topic, in order. */
export const inRequests = (outgoing: readonly Outgoing[], limit = REQUEST_BYTES): TopicMessages[][] => {
  const requests: Map<string, Message[]>[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const one of outgoing) {
    bytes += sizeOf(one)
    if (bytes > limit) {
      requests.push(new Map())
      bytes = sizeOf(one)
    }
    const topics = requests.at(-1)
    const messages = topics?.get(one.topic)
    if (messages) messages.push(one.message)
    else topics?.set(one.topic, [one.message])
  }
  return requests.map((topics) => [...topics].map(([topic, messages]) => ({ topic, messages })))
}

/** What a broker answers to a message itself; everything else says that it is away, or not ready. */
const REFUSALS = new Set<unknown>(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'])

/** kafkajs wraps the broker's answer; Node cannot import its error classes by name. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (('type' in error && REFUSALS.has(error.type)) || isRefusal(error.cause))

/**
 * Sends one request after the other. After a failure the producer is thrown away: kafkajs would reuse its sequence
 * numbers for other messages, and the broker would take those for duplicates and drop them.
 */
export const kafkaProducer = (kafka: Kafka, topics: TopicKeeper) => {
  let connected: Promise<Producer> | undefined
  let last: Promise<void> = Promise.resolve()

  const connect = async (): Promise<Producer> => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner:
        () =>
        ({ message, partitionMetadata }) =>
          hashOf(orderingKeyOf(message)) % partitionMetadata.length,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 },
    })
    await producer.connect()
    return producer
  }

  const disconnect = async (): Promise<void> => {
    const producer = await connected?.catch(() => undefined)
    connected = undefined
    await producer?.disconnect().catch(() => {})
  }

  const send = async (outgoing: readonly Outgoing[]): Promise<void> => {
    try {
      await topics.ensure(outgoing.map(({ topic }) => topic))
      connected ??= connect()
      const producer = await connected
      for (const topicMessages of inRequests(outgoing)) await producer.sendBatch({ acks: -1, topicMessages })
    } catch (error) {
      await disconnect()
      throw error instanceof Error && isRefusal(error) ? permanent(error) : error
    }
  }

  return {
    /** Resolves when every replica in sync has all of it. Rejects with a permanent error where Kafka never takes it. */
    send(outgoing: readonly Outgoing[]): Promise<void> {
      const sent = last.then(() => send(outgoing))
      last = sent.catch(() => {})
      return sent
    },
    async close(): Promise<void> {
      await last
      await disconnect()
    },
  }
}

export type KafkaProducer = ReturnType<typeof kafkaProducer>
