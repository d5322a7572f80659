import { randomUUID } from 'node:crypto'
import { defineFact, defineState } from '@purple-sector/contracts/event'
import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { EventBus } from '../event-bus.ts'
import { kafkaClient } from './client.ts'
import { ensureTopics } from './ensure-topics.ts'
import { createKafkaBus } from './index.ts'

/*
 * Makes Kafka compact and expire topics within seconds instead of days: a topic is compacted as soon as one of its
 * segments is closed, even if consumers have not read it. No other suite publishes for the owner of these topics.
 */
const data = z.object({ note: z.string(), text: z.string() })
const definition = { owner: 'engagement' as const, data, subject: () => 'note/1', key: () => 'board/a' }
const changed = defineState({ ...definition, type: 'engagement.note-changed.v1' })
const sent = defineFact({ ...definition, type: 'engagement.note-sent.v1' })

/** Resource type of Kafka's API. */
const TOPIC = 2
/** Config source of Kafka's API: settings of the topic itself. */
const TOPIC_CONFIG = 1

const createClient = () => {
  const brokers = process.env.KAFKA_BROKERS
  if (!brokers) throw new Error('KAFKA_BROKERS is not set: run this file by `make test-distributed`')
  const connection = { brokers: brokers.split(','), clientId: 'compaction', log: pino({ level: 'silent' }) }
  return { connection, kafka: kafkaClient(connection) }
}

const settingsOf = async (topic: string): Promise<Record<string, string>> => {
  const admin = createClient().kafka.admin()
  await admin.connect()
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: TOPIC, name: topic }],
    })
    const entries = resources[0]?.configEntries ?? []
    const topicSettings = entries.filter(
      (entry) => 'configSource' in entry && Number(entry.configSource) === TOPIC_CONFIG,
    )
    return Object.fromEntries(topicSettings.map(({ configName, configValue }) => [configName, configValue]))
  } finally {
    await admin.disconnect()
  }
}

const changeSettings = async (topic: string, settings: Record<string, string>): Promise<void> => {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }))
  const admin = createClient().kafka.admin()
  await admin.connect()
  await admin.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC, name: topic, configEntries }] })
  await admin.disconnect()
}

/** Closes a segment with every message; compaction then removes all but the last message of each key within moments. */
const compactImmediately = async (topic: string): Promise<void> => {
  const before = await settingsOf(topic)
  const lag = { 'max.compaction.lag.ms': '50', 'delete.retention.ms': '50' }
  await changeSettings(topic, { ...before, ...lag, 'segment.ms': '50', 'min.cleanable.dirty.ratio': '0.001' })
  onTestFinished(() => changeSettings(topic, before))
}

/** Reads the texts in a topic from its beginning, as a new consumer would. */
const readTexts = async (topic: string): Promise<string[]> => {
  const { kafka } = createClient()
  const admin = kafka.admin()
  await admin.connect()
  const groupId = `reader-${randomUUID()}`
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
  try {
    const ends = (await admin.fetchTopicOffsets(topic)).filter(({ high }) => high !== '0')
    const unread = new Map(ends.map(({ partition, high }) => [partition, BigInt(high)]))
    const texts: string[] = []
    const { promise: done, resolve } = Promise.withResolvers<void>()
    if (unread.size === 0) return []
    await consumer.connect()
    await consumer.subscribe({ topics: [topic], fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { partition, messages, highWatermark } }) => {
        for (const { value } of messages) texts.push(data.parse(JSON.parse(value?.toString() ?? '').data).text)
        const last = BigInt(messages.at(-1)?.offset ?? highWatermark) + 1n
        if (last >= (unread.get(partition) ?? 0n)) unread.delete(partition)
        if (unread.size === 0) resolve()
      },
    })
    await done
    return texts
  } finally {
    await consumer.disconnect()
    await admin.deleteGroups([groupId]).catch(() => {})
    await admin.disconnect()
  }
}

let bus: EventBus
beforeAll(async () => {
  bus = await createKafkaBus(createClient().connection)
  await ensureTopics(createClient().connection, ['engagement'])
  return () => bus.close()
})

const envelope = (text: string) => ({
  specversion: '1.0' as const,
  id: randomUUID(),
  source: '/engagement',
  subject: 'note/1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json' as const,
  data: { note: '1', text },
  key: 'board/a',
})

test('compacts states only, and retains facts for seven days', async () => {
  expect(await settingsOf(changed.topic)).toMatchObject({
    'cleanup.policy': 'compact',
    'max.compaction.lag.ms': '604800000',
  })
  expect(await settingsOf(sent.topic)).toMatchObject({ 'cleanup.policy': 'delete', 'retention.ms': '604800000' })
  for (const topic of [changed.topic, sent.topic])
    expect(await settingsOf(`${topic}.dlq`)).toMatchObject({ 'cleanup.policy': 'delete', 'retention.ms': '-1' })
})

test('delivers every fact and the newest states to a consumer that was stopped during compaction', async () => {
  for (const topic of [changed.topic, sent.topic]) await compactImmediately(topic)
  const handled: string[] = []
  const subscription = {
    consumer: `slow-${randomUUID()}`,
    events: [changed, sent],
    mode: 'durable' as const,
    handle: async (event: { data: unknown }) => void handled.push(data.parse(event.data).text),
  }
  await (await bus.subscribe(subscription)).stop()
  let sequence = 0
  const state = () => bus.publish([{ ...envelope(`state ${++sequence}`), type: changed.type, sequence }])
  const fact = (text: string) => bus.publish([{ ...envelope(text), type: sent.type }])
  await state()
  for (const text of ['fact 1', 'fact 2', 'fact 3']) await fact(text)
  // Each round closes the segments of the previous one, until the first state is removed: then both topics were
  // cleaned.
  await expect
    .poll(
      async () => {
        await state()
        await fact('later')
        return (await readTexts(changed.topic)).includes('state 1')
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .toBe(false)
  const slow = await bus.subscribe(subscription)
  onTestFinished(() => slow.stop())
  await expect.poll(() => handled).toContain(`state ${sequence}`)
  await expect.poll(() => handled.filter((text) => text.startsWith('fact'))).toEqual(['fact 1', 'fact 2', 'fact 3'])
  expect(handled).not.toContain('state 1')
}, 180_000)
