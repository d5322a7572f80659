import type { Admin, ITopicConfig, Kafka } from 'kafkajs'
import { MAX_EVENT_BYTES } from '../event-json.ts'

export type TopicOptions = {
  /** Default 6. Raising it later breaks the order of keys: drain first. */
  partitions?: number
  /** Copies of each partition, default 1. */
  replication?: number
}

/** The largest event with its key, its headers (a dead letter has an error and a stack in them) and the batch around it. */
const MAX_MESSAGE_BYTES = MAX_EVENT_BYTES + 1024 * 1024
const WEEK_MS = 7 * 24 * 3_600_000

/** Where what consumers of a topic gave up on is kept. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`

/** The topic whose dead letters lie there. */
export const deadLettersOf = (deadLetters: string): string => deadLetters.slice(0, -deadLetterTopic('').length)

/** Dead letters on their second way to the one consumer that gave them up. */
export const redriveTopic = (consumer: string): string => `${consumer}.redrive`

/**
 * Of a state its newest event is enough, for ever; everything else is read once, each of it. What is superseded is gone
 * after a week at the latest, however little is written: of a deleted account nothing but its id stays.
 */
const settings = (name: string): [string, string | number][] => {
  if (name.endsWith('.states'))
    return [
      ['cleanup.policy', 'compact'],
      ['max.compaction.lag.ms', WEEK_MS],
    ]
  return [
    ['cleanup.policy', 'delete'],
    ['retention.ms', name.endsWith('.dlq') ? -1 : WEEK_MS],
  ]
}

/** Another process was quicker. kafkajs wraps one error per topic; Node cannot import its error classes by name. */
const isExisting = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.every(isExisting)
  return 'type' in error && error.type === 'TOPIC_ALREADY_EXISTS'
}

/** One admin connection per process, made when needed and made anew after a failure. */
export const kafkaAdmin = (kafka: Kafka) => {
  let connected: Promise<Admin> | undefined
  const connect = async (): Promise<Admin> => {
    const admin = kafka.admin()
    await admin.connect()
    return admin
  }
  const close = async (): Promise<void> => {
    const admin = await connected?.catch(() => undefined)
    connected = undefined
    await admin?.disconnect().catch(() => {})
  }
  return {
    async use<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
      try {
        connected ??= connect()
        return await work(await connected)
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}

export type KafkaAdmin = ReturnType<typeof kafkaAdmin>

/** Creates topics that are missing; asks the broker once per name. Dead letters are kept for ever. */
export const topicKeeper = (admin: KafkaAdmin, { partitions = 6, replication = 1 }: TopicOptions) => {
  const known = new Set<string>()
  return {
    async ensure(names: readonly string[]): Promise<void> {
      const unknown = [...new Set(names)].filter((name) => !known.has(name))
      if (unknown.length === 0) return
      await admin.use(async (connected) => {
        const existing = new Set(await connected.listTopics())
        const topics = unknown
          .filter((name) => !existing.has(name))
          .map(
            (topic): ITopicConfig => ({
              topic,
              numPartitions: partitions,
              replicationFactor: replication,
              configEntries: [...settings(topic), ['max.message.bytes', MAX_MESSAGE_BYTES]].map(([name, value]) => ({
                name: String(name),
                value: String(value),
              })),
            }),
          )
        if (topics.length > 0)
          await connected.createTopics({ topics, waitForLeaders: true }).catch((error: unknown) => {
            if (!isExisting(error)) throw error
          })
      })
      for (const name of unknown) known.add(name)
    },
  }
}

export type TopicKeeper = ReturnType<typeof topicKeeper>
