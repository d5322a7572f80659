import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@purple-sector/testing'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { outbox, permanent, startRelay } from '../index.ts'
import { readOutboxDeadLetters, redriveOutbox } from '../outbox/outbox-dead-letters.ts'
import { kafkaClient } from './client.ts'
import { createKafkaBus, readDeadLettersFromKafka, redriveKafka } from './index.ts'

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

const reach = () => {
  const brokers = process.env.KAFKA_BROKERS
  if (!brokers) throw new Error('KAFKA_BROKERS is not set: run this file by `make test-distributed`')
  return { brokers, connection: { brokers: brokers.split(','), clientId: 'contract-suite', log } }
}

describeEventBus('Kafka', async () => {
  const { brokers, connection } = reach()
  return {
    openBus: (options) => createKafkaBus({ ...connection, retry: quickRetries, ...options }),
    deadLetters: (consumer) => readDeadLettersFromKafka(connection, { consumer }),
    redrive: (consumer) => redriveKafka(connection, { consumer }),
    environment: { KAFKA_BROKERS: brokers },
    close: async () => {},
  }
})

test('dead-letters an event that the broker rejects, and publishes it once its topic accepts it', async () => {
  const { connection } = reach()
  // A topic created by another party, with a lower size limit than ours.
  const owner = `narrow-${randomUUID()}`
  const topic = `${owner}.states`
  const limit = (bytes: number) => [{ name: 'max.message.bytes', value: String(bytes) }]
  const admin = kafkaClient(connection).admin()
  await admin.connect()
  await admin.createTopics({
    topics: [{ topic, numPartitions: 2, configEntries: limit(4_000) }],
    waitForLeaders: true,
  })
  const state = await createTestDatabase({ service: 'chat' })
  const bus = await createKafkaBus(connection)
  const seen: string[] = []
  const type = `${owner}.noted.v1`
  const noted = z.object({ text: z.string() })
  await bus.subscribe({
    consumer: `reader-${randomUUID()}`,
    events: [{ type, topic }],
    mode: 'durable',
    handle: async ({ data }) => void seen.push(noted.parse(data).text),
  })
  const large = 'x'.repeat(5_000)
  // Together they exceed the topic's limit; alone only one of them does.
  const texts = ['1'.repeat(2_000), '2'.repeat(2_001), large, '3'.repeat(2_002), '4'.repeat(2_003)]
  const events = texts.map((text) => ({
    kind: 'state' as const,
    type,
    subject: `note/${text.length}`,
    key: 'board/a',
    data: { text },
  }))
  await state.database.transaction((sql) => outbox(sql).appendMany(events))
  const relay = startRelay({ database: state.database, bus, service: 'chat', log })
  onTestFinished(async () => {
    await relay.stop()
    await bus.close()
    await state.drop()
    await admin.deleteTopics({ topics: [topic] })
    await admin.disconnect()
  })
  const firstSeen = () => seen.filter((text, index) => seen.indexOf(text) === index)
  await expect.poll(() => state.database('outbox')).toEqual([])
  await expect.poll(firstSeen).toEqual(texts.filter((text) => text !== large))
  expect(await readOutboxDeadLetters(state.database)).toMatchObject([
    { event: { key: 'board/a' }, error: expect.stringContaining('larger than the max message size') },
  ])

  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: 2, name: topic, configEntries: limit(100_000) }],
  })
  await expect
    .poll(
      async () => {
        await redriveOutbox(state.database)
        return seen.includes(large)
      },
      { interval: 500 },
    )
    .toBe(true)
  await expect.poll(() => readOutboxDeadLetters(state.database)).toEqual([])
})

test('dead-letters records that are no event or of a future schema, without blocking others', async () => {
  const { connection } = reach()
  const owner = `foreign-${randomUUID()}`
  const type = `${owner}.noted.v1`
  const topics = [`${owner}.states`, `${owner}.facts`]
  const consumer = `reader-${randomUUID()}`
  const kafka = kafkaClient(connection)
  const [admin, producer] = [kafka.admin(), kafka.producer()]
  const bus = await createKafkaBus({ ...connection, retry: quickRetries })
  await Promise.all([admin.connect(), producer.connect()])
  onTestFinished(async () => {
    await bus.close()
    await producer.disconnect()
    await admin.deleteTopics({ topics: [...topics, ...topics.map((topic) => `${topic}.dlq`), `${consumer}.redrive`] })
    await admin.disconnect()
  })
  const seen: string[] = []
  const data = z.object({ text: z.string() })
  await bus.subscribe({
    consumer,
    events: topics.map((topic) => ({ type, topic })),
    mode: 'durable',
    async handle(event) {
      const noted = data.safeParse(event.data)
      if (!noted.success) throw permanent('it breaks its definition')
      seen.push(noted.data.text)
    },
  })

  const large = 'y'.repeat(900_000)
  const envelope = {
    specversion: '1.0',
    source: '/foreign',
    type,
    subject: 'note/1',
    datacontenttype: 'application/json',
  }
  const event = (text: unknown, over: object = {}) =>
    JSON.stringify({
      ...{ ...envelope, id: randomUUID(), time: new Date().toISOString(), key: 'board/a', sequence: 1 },
      ...{ data: { text }, ...over },
    })
  const broken = ['{"no": JSON', Buffer.from([0xff, 0xfe, 0x00]), 'null', null, 'x'.repeat(900_000)]
  for (const topic of topics)
    await producer.send({
      topic,
      messages: [
        ...broken,
        event('an envelope to come', { specversion: '2.0' }),
        event({ of: 'a schema to come' }),
        event(large),
        event('a field to come', { added: 1, data: { text: 'a field to come', added: 1 } }),
      ].map((value) => ({ key: `${type} note/1`, value, partition: 0 })),
    })
  await expect
    .poll(() => seen.toSorted(), { timeout: 30_000 })
    .toEqual(['a field to come', 'a field to come', large, large])
  const letters = () => readDeadLettersFromKafka(connection, { consumer })
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(14)
  const ofTopic = Map.groupBy(await letters(), ({ topic }) => topic)
  for (const topic of topics) {
    const errors = ofTopic.get(topic)?.map(({ error }) => error) ?? []
    expect(errors.filter((error) => error.startsWith('not an event: '))).toHaveLength(broken.length + 1)
    expect(errors.filter((error) => error === 'it breaks its definition')).toHaveLength(1)
  }
})

const INTERVAL_MS = 50
const EVENTS_PER_REPLACEMENT = 6
/** Maximum wait of an event while members of its consumer group are replaced. */
const MAX_MS = 5_000

test('continues handling events during a rolling replacement of a consumer group', async () => {
  const { connection } = reach()
  const owner = `rolled-${randomUUID()}`
  const consumer = `reader-${randomUUID()}`
  const topics = ['states', 'facts'].map((kind) => `${owner}.${kind}`)
  const type = `${owner}.noted.v1`
  /** For each unhandled event: how many the broker had acknowledged before it. */
  const unhandled = new Map<string, number>()
  let acknowledged = 0
  /** Maximum number acknowledged after an event and before its handling: a count, because a busy machine also publishes fewer. */
  let maxBefore = 0
  const join = async () => {
    const bus = await createKafkaBus(connection)
    await bus.subscribe({
      consumer,
      events: topics.map((topic) => ({ type, topic })),
      mode: 'durable',
      async handle({ id }) {
        maxBefore = Math.max(maxBefore, acknowledged - (unhandled.get(id) ?? acknowledged))
        unhandled.delete(id)
      },
    })
    return bus
  }
  const members = [await join(), await join()]
  const publisher = await createKafkaBus(connection)
  let sent = 0
  const publish = async (): Promise<void> => {
    const id = randomUUID()
    sent += 1
    unhandled.set(id, acknowledged)
    const key = `note/${sent % 50}`
    const event = { specversion: '1.0' as const, id, source: `/${owner}`, type, subject: key, key, data: {} }
    const time = new Date().toISOString()
    await publisher.publish([
      { ...event, time, datacontenttype: 'application/json', ...(sent % 2 && { sequence: sent }) },
    ])
    acknowledged += 1
  }
  const publishing = setInterval(() => void publish(), INTERVAL_MS)
  onTestFinished(async () => {
    clearInterval(publishing)
    for (const bus of [...members, publisher]) await bus.close()
    const admin = kafkaClient(connection).admin()
    await admin.connect()
    await admin.deleteTopics({ topics: [...topics, ...topics.map((topic) => `${topic}.dlq`), `${consumer}.redrive`] })
    await admin.disconnect()
  })
  const leaving: Promise<void>[] = []
  for (let count = 0; count < 10; count++) {
    members.push(await join())
    const oldest = members.shift()
    if (oldest) leaving.push(oldest.close())
    // Events are published during every replacement, however fast the broker is.
    const due = (count + 1) * EVENTS_PER_REPLACEMENT
    await expect.poll(() => sent, { timeout: 10_000 }).toBeGreaterThanOrEqual(due)
  }
  await Promise.all(leaving)
  // Publishing continues: it is the measure.
  const waiting = [...unhandled.keys()]
  await expect.poll(() => waiting.filter((id) => unhandled.has(id)), { timeout: 60_000 }).toEqual([])
  clearInterval(publishing)
  await expect.poll(() => unhandled.size, { timeout: 30_000 }).toBe(0)
  // A group that waited 30 s for a lost member would fall hundreds of events behind.
  expect(maxBefore).toBeLessThan(MAX_MS / INTERVAL_MS)
}, 120_000)
