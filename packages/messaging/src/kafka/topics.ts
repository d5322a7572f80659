import type { Admin, ITopicConfig, Kafka } from 'kafkajs'
import { MAX_EVENT_BYTES } from '../event-json.ts'

export type TopicOptions = {
  /** Default 6. Raising it later breaks the order of keys: drain first. */
  partitions?: number
  /** Replicas of each partition, default 1. */
  replication?: number
}

/** The largest event with its key, headers (a dead letter has an error and a stack) and record batch overhead. */
const MAX_MESSAGE_BYTES = MAX_EVENT_BYTES + 1024 * 1024
const WEEK_MS = 7 * 24 * 3_600_000

/** Returns the topic for dead letters of a topic's consumers. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`

/** Returns the topic that a dead-letter topic belongs to. */
export const originalTopicOf = (deadLetters: string): string => deadLetters.slice(0, -deadLetterTopic('').length)

/** Returns the topic for redriven dead letters of one consumer. */
export const redriveTopic = (consumer: string): string => `${consumer}.redrive`

/**
 * Retention settings of a topic: the newest event of each state is retained without a time limit, facts are retained
 * for a week.
 *
 * Superseded states are removed after a week at the latest, even with few writes, so that only the id of a deleted
 * account remains.
 */
const retentionSettings = (name: string): [string, string | number][] => {
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

/**
 * Whether another process created the topic first. kafkajs wraps one error per topic; its classes cannot be imported.
 */
const isTopicExistsError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.every(isTopicExistsError)
  return 'type' in error && error.type === 'TOPIC_ALREADY_EXISTS'
}

/** Shares one admin connection per process, opened on first use and reopened after a failure. */
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

/** Creates missing topics, checking each name with the broker once. Dead letters are retained without a time limit. */
export const topicProvisioner = (admin: KafkaAdmin, { partitions = 6, replication = 1 }: TopicOptions) => {
  const existingNames = new Set<string>()
  return {
    async ensure(names: readonly string[]): Promise<void> {
      const unchecked = [...new Set(names)].filter((name) => !existingNames.has(name))
      if (unchecked.length === 0) return
      await admin.use(async (connected) => {
        const existing = new Set(await connected.listTopics())
        const topics = unchecked
          .filter((name) => !existing.has(name))
          .map(
            (topic): ITopicConfig => ({
              topic,
              numPartitions: partitions,
              replicationFactor: replication,
              configEntries: [...retentionSettings(topic), ['max.message.bytes', MAX_MESSAGE_BYTES]].map(
                ([name, value]) => ({
                  name: String(name),
                  value: String(value),
                }),
              ),
            }),
          )
        if (topics.length > 0)
          await connected.createTopics({ topics, waitForLeaders: true }).catch((error: unknown) => {
            if (!isTopicExistsError(error)) throw error
          })
      })
      for (const name of unchecked) existingNames.add(name)
    },
  }
}

export type TopicProvisioner = ReturnType<typeof topicProvisioner>
