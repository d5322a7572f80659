import type { Kafka, Message, Producer, TopicMessages } from 'kafkajs'
import { permanent } from '../failures.ts'
import { hashOf, type OrderedMessage } from './message.ts'
import type { TopicProvisioner } from './topics.ts'

export type Outgoing = { topic: string; message: OrderedMessage }

/** Maximum size of a request; a larger message gets its own request. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024

const sizeOf = ({ message }: Outgoing): number => message.value?.length ?? 0

const orderingKeyOf = (message: Message): string =>
  'orderingKey' in message && typeof message.orderingKey === 'string' ? message.orderingKey : ''

/** Splits messages by size and groups them by topic, in order. */
export const splitIntoRequests = (outgoing: readonly Outgoing[], limit = MAX_REQUEST_BYTES): TopicMessages[][] => {
  const requests: Map<string, Message[]>[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const entry of outgoing) {
    bytes += sizeOf(entry)
    if (bytes > limit) {
      requests.push(new Map())
      bytes = sizeOf(entry)
    }
    const topics = requests.at(-1)
    const messages = topics?.get(entry.topic)
    if (messages) messages.push(entry.message)
    else topics?.set(entry.topic, [entry.message])
  }
  return requests.map((topics) => [...topics].map(([topic, messages]) => ({ topic, messages })))
}

/** Broker errors about a message itself; every other error means that the broker is unavailable or not ready. */
const REJECTED_MESSAGE_ERRORS = new Set<unknown>(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'])

/** kafkajs wraps the broker's error; Node cannot import its error classes by name. */
const isMessageRejected = (error: unknown): boolean =>
  error instanceof Error &&
  (('type' in error && REJECTED_MESSAGE_ERRORS.has(error.type)) || isMessageRejected(error.cause))

/**
 * Creates a producer that sends one request after the other.
 *
 * After a failure the kafkajs producer is discarded: it would reuse its sequence numbers for other messages, and the
 * broker would drop those as duplicates.
 */
export const kafkaProducer = (kafka: Kafka, topics: TopicProvisioner) => {
  let connected: Promise<Producer> | undefined
  let lastSend: Promise<void> = Promise.resolve()

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
      for (const topicMessages of splitIntoRequests(outgoing)) await producer.sendBatch({ acks: -1, topicMessages })
    } catch (error) {
      await disconnect()
      throw error instanceof Error && isMessageRejected(error) ? permanent(error) : error
    }
  }

  return {
    /**
     * Resolves when all in-sync replicas have all messages. Rejects with a permanent error if Kafka never accepts one.
     */
    send(outgoing: readonly Outgoing[]): Promise<void> {
      const sent = lastSend.then(() => send(outgoing))
      lastSend = sent.catch(() => {})
      return sent
    },
    async close(): Promise<void> {
      await lastSend
      await disconnect()
    },
  }
}

export type KafkaProducer = ReturnType<typeof kafkaProducer>
