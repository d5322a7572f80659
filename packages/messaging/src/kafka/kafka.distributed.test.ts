import { randomUUID } from 'node:crypto'
import { gauge, metricsText } from '@purple-sector/metrics'
import { createTestDatabase } from '@purple-sector/testing'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { outbox, permanent, startRelay } from '../index.ts'
import { readOutboxDeadLetters, redriveOutbox } from '../outbox/outbox-dead-letters.ts'
import { kafkaClient } from './client.ts'
import { createKafkaBus, readDeadLettersFromKafka, redriveKafka } from './index.ts'

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

const readConnection = () => {
  const brokers = process.env.KAFKA_BROKERS
  if (!brokers) throw new Error('KAFKA_BROKERS is not set: run this file by `make test-distributed`')
  return { brokers, connection: { brokers: brokers.split(','), clientId: 'contract-suite', log } }
}

describeEventBus('Kafka', async () => {
  const { brokers, connection } = readConnection()
  return {
    openBus: (options) => createKafkaBus({ ...connection, retry: quickRetries, ...options }),
    deadLetters: (consumer) => readDeadLettersFromKafka(connection, { consumer }),
    redrive: (consumer) => redriveKafka(connection, { consumer }),
    environment: { KAFKA_BROKERS: brokers },
    close: async () => {},
  }
})

test('measures the lag of a consumer that does not handle its events', async () => {
  const { connection } = readConnection()
  const metrics = new Registry()
  const bus = await createKafkaBus({ ...connection, metrics })
  onTestFinished(() => bus.close())
  const owner = `lag-${randomUUID()}`
  const [consumer, type, topic] = [`slow-${owner}`, `${owner}.noted.v1`, `${owner}.facts`]
  const released = Promise.withResolvers<void>()
  await bus.subscribe({ consumer, events: [{ type, topic }], mode: 'durable', handle: () => released.promise })
  const time = new Date().toISOString()
  const envelope = { specversion: '1.0', source: `/${owner}`, datacontenttype: 'application/json' } as const
  const events = ['a', 'b', 'c'].map((key) => ({
    ...{ ...envelope, id: randomUUID(), type, time },
    ...{ subject: 'note/1', key, data: {} },
  }))
  await bus.publish(events)
  const lag = async () => {
    await metricsText()
    const { values } = await gauge('consumer_lag_events', metrics).get()
    return values.map(({ labels, value }) => ({ ...labels, value }))
  }
  await expect.poll(lag).toEqual([{ consumer, topic, value: 3 }])
  released.resolve()
  await expect.poll(lag).toEqual([{ consumer, topic, value: 0 }])
})

test('dead-letters an event that the broker rejects, and publishes it once its topic accepts it', async () => {
  const { connection } = readConnection()
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
  const testDatabase = await createTestDatabase({ service: 'chat' })
  const bus = await createKafkaBus(connection)
  const handled: string[] = []
  const type = `${owner}.noted.v1`
  const noted = z.object({ text: z.string() })
  await bus.subscribe({
    consumer: `reader-${randomUUID()}`,
    events: [{ type, topic }],
    mode: 'durable',
    handle: async ({ data }) => void handled.push(noted.parse(data).text),
  })
  const large = 'x'.repeat(5_000)
  // The batch exceeds the topic's limit; of the single events only one does.
  const texts = ['1'.repeat(2_000), '2'.repeat(2_001), large, '3'.repeat(2_002), '4'.repeat(2_003)]
  const events = texts.map((text) => ({
    kind: 'state' as const,
    type,
    subject: `note/${text.length}`,
    key: 'board/a',
    data: { text },
  }))
  await testDatabase.database.transaction((sql) => outbox(sql).appendMany(events))
  const relay = startRelay({ database: testDatabase.database, bus, service: 'chat', log })
  onTestFinished(async () => {
    await relay.stop()
    await bus.close()
    await testDatabase.drop()
    await admin.deleteTopics({ topics: [topic] })
    await admin.disconnect()
  })
  const withoutRepetitions = () => handled.filter((text, index) => handled.indexOf(text) === index)
  await expect.poll(() => testDatabase.database('outbox')).toEqual([])
  await expect.poll(withoutRepetitions).toEqual(texts.filter((text) => text !== large))
  expect(await readOutboxDeadLetters(testDatabase.database)).toMatchObject([
    { event: { key: 'board/a' }, error: expect.stringContaining('larger than the max message size') },
  ])

  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: 2, name: topic, configEntries: limit(100_000) }],
  })
  await expect
    .poll(
      async () => {
        await redriveOutbox(testDatabase.database)
        return handled.includes(large)
      },
      { interval: 500 },
    )
    .toBe(true)
  await expect.poll(() => readOutboxDeadLetters(testDatabase.database)).toEqual([])
})

test('dead-letters records that are no event or of a future schema, without blocking other events', async () => {
  const { connection } = readConnection()
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
  const handled: string[] = []
  const data = z.object({ text: z.string() })
  await bus.subscribe({
    consumer,
    events: topics.map((topic) => ({ type, topic })),
    mode: 'durable',
    async handle(event) {
      const noted = data.safeParse(event.data)
      if (!noted.success) throw permanent('it breaks its definition')
      handled.push(noted.data.text)
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
  const event = (text: unknown, overrides: object = {}) =>
    JSON.stringify({
      ...{ ...envelope, id: randomUUID(), time: new Date().toISOString(), key: 'board/a', sequence: 1 },
      ...{ data: { text }, ...overrides },
    })
  const broken = ['{"no": JSON', Buffer.from([0xff, 0xfe, 0x00]), 'null', null, 'x'.repeat(900_000)]
  for (const topic of topics)
    await producer.send({
      topic,
      messages: [
        ...broken,
        event('a future envelope', { specversion: '2.0' }),
        event({ of: 'a future schema' }),
        event(large),
        event('a future field', { added: 1, data: { text: 'a future field', added: 1 } }),
      ].map((value) => ({ key: `${type} note/1`, value, partition: 0 })),
    })
  await expect
    .poll(() => handled.toSorted(), { timeout: 30_000 })
    .toEqual(['a future field', 'a future field', large, large])
  const letters = () => readDeadLettersFromKafka(connection, { consumer })
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(14)
  const ofTopic = Map.groupBy(await letters(), ({ topic }) => topic)
  for (const topic of topics) {
    const errors = ofTopic.get(topic)?.map(({ error }) => error) ?? []
    expect(errors.filter((error) => error.startsWith('not an event: '))).toHaveLength(broken.length + 1)
    expect(errors.filter((error) => error === 'it breaks its definition')).toHaveLength(1)
  }
})

const PUBLISH_INTERVAL_MS = 50
const EVENTS_PER_REPLACEMENT = 6
/** Maximum wait of an event while members of its consumer group are replaced. */
const MAX_WAIT_MS = 5_000

test('continues handling events during a rolling replacement of a consumer group', async () => {
  const { connection } = readConnection()
  const owner = `rolled-${randomUUID()}`
  const consumer = `reader-${randomUUID()}`
  const topics = ['states', 'facts'].map((kind) => `${owner}.${kind}`)
  const type = `${owner}.noted.v1`
  /** Number of events that the broker had acknowledged before each unhandled event. */
  const unhandled = new Map<string, number>()
  let acknowledged = 0
  /**
   * Maximum number of events acknowledged after an event and before its handling. A count, because a busy machine also
   * publishes fewer.
   */
  let maxOvertaking = 0
  const startMember = async () => {
    const bus = await createKafkaBus(connection)
    await bus.subscribe({
      consumer,
      events: topics.map((topic) => ({ type, topic })),
      mode: 'durable',
      async handle({ id }) {
        maxOvertaking = Math.max(maxOvertaking, acknowledged - (unhandled.get(id) ?? acknowledged))
        unhandled.delete(id)
      },
    })
    return bus
  }
  const members = [await startMember(), await startMember()]
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
  const publishing = setInterval(() => void publish(), PUBLISH_INTERVAL_MS)
  onTestFinished(async () => {
    clearInterval(publishing)
    for (const bus of [...members, publisher]) await bus.close()
    const admin = kafkaClient(connection).admin()
    await admin.connect()
    await admin.deleteTopics({ topics: [...topics, ...topics.map((topic) => `${topic}.dlq`), `${consumer}.redrive`] })
    await admin.disconnect()
  })
  const closing: Promise<void>[] = []
  for (let count = 0; count < 10; count++) {
    members.push(await startMember())
    const oldest = members.shift()
    if (oldest) closing.push(oldest.close())
    // Events are published during every replacement, however fast the broker is.
    const minSent = (count + 1) * EVENTS_PER_REPLACEMENT
    await expect.poll(() => sent, { timeout: 10_000 }).toBeGreaterThanOrEqual(minSent)
  }
  await Promise.all(closing)
  // Publishing continues, because the count of published events is the measure.
  const waiting = [...unhandled.keys()]
  await expect.poll(() => waiting.filter((id) => unhandled.has(id)), { timeout: 60_000 }).toEqual([])
  clearInterval(publishing)
  await expect.poll(() => unhandled.size, { timeout: 30_000 }).toBe(0)
  // A group that waited 30 s for a lost member would fall hundreds of events behind.
  expect(maxOvertaking).toBeLessThan(MAX_WAIT_MS / PUBLISH_INTERVAL_MS)
}, 120_000)
