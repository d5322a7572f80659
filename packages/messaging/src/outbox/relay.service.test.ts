import { type DomainEvent, defineFact, defineState } from '@purple-sector/contracts/event'
import { openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { EventBus } from '../event-bus.ts'
import { permanent } from '../failures.ts'
import { outbox } from './outbox.ts'
import { readOutboxDeadLetters } from './outbox-dead-letters.ts'
import { type Relay, startRelay } from './relay.ts'
import { outboxRows } from './relay-batch.ts'
import { relayLease } from './relay-lease.ts'

const noted = defineState({
  type: 'chat.noted.v1',
  owner: 'chat',
  data: z.object({ text: z.string() }),
  subject: () => 'note/1',
  key: () => 'board/a',
})

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** Creates a fake bus that accepts or rejects published events. */
const createFakeBus = () => {
  const published: DomainEvent[] = []
  const publish = vi.fn(async (events: DomainEvent[]) => void published.push(...events))
  const bus: EventBus = { publish, subscribe: async () => ({ stop: async () => {} }), close: async () => {} }
  const texts = () => published.map(({ data }) => noted.data.parse(data).text)
  return { bus, publish, published, texts }
}

let testDatabase: TestDatabase
const relays: Relay[] = []
const start = (bus: EventBus, database = testDatabase.database): Relay => {
  const relay = startRelay({ database, bus, service: 'chat', log })
  relays.push(relay)
  return relay
}
const write = (text: string, database = testDatabase.database) =>
  database.transaction((sql) => outbox(sql).append(noted, { text }))

beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'chat' })
})
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop()
  await testDatabase.database.raw('truncate outbox, outbox_subjects, outbox_dead_letters')
})
afterAll(() => testDatabase.drop())

test('publishes an event with all its attributes', async () => {
  const { bus, published } = createFakeBus()
  start(bus)
  const options = { traceparent: '00-trace', republish: 'tipping:1' }
  const { id } = await testDatabase.database.transaction((sql) => outbox(sql).append(noted, { text: 'a' }, options))
  await expect.poll(() => published).toHaveLength(1)
  expect(published[0]).toEqual({
    specversion: '1.0',
    id,
    source: '/chat',
    type: 'chat.noted.v1',
    subject: 'note/1',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    datacontenttype: 'application/json',
    data: { text: 'a' },
    key: 'board/a',
    sequence: 1,
    traceparent: '00-trace',
    republish: 'tipping:1',
  })
})

test('publishes an event whose wake-up was lost', async () => {
  const { bus, published, texts } = createFakeBus()
  start(bus)
  await write('1')
  await expect.poll(texts).toEqual(['1'])
  await testDatabase.database.raw(
    `insert into outbox (type, subject, key, data) values ('chat.noted.v1', 'note/1', 'board/a', '{"text":"2"}')`,
  )
  await expect.poll(texts).toEqual(['1', '2'])
  expect(published).toHaveLength(2)
})

test('publishes a fact without a sequence', async () => {
  const sent = defineFact({ ...noted, type: 'chat.sent.v1' })
  const { bus, published } = createFakeBus()
  start(bus)
  await testDatabase.database.transaction((sql) => outbox(sql).append(sent, { text: 'a' }))
  await expect.poll(() => published).toHaveLength(1)
  expect(published[0]).not.toHaveProperty('sequence')
  expect(published[0]).toMatchObject({ type: sent.type, subject: 'note/1', data: { text: 'a' } })
})

test('retries a failed publish in order without losing events', async () => {
  const { bus, publish, texts } = createFakeBus()
  publish.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('still away'))
  start(bus)
  for (const text of ['1', '2', '3']) await write(text)
  await expect.poll(texts).toEqual(['1', '2', '3'])
  await expect.poll(() => testDatabase.database('outbox')).toEqual([])
})

test('dead-letters an event the bus never accepts with an error log, and publishes the other events in order', async () => {
  const { bus, publish, published, texts } = createFakeBus()
  publish.mockImplementation(async (events) => {
    if (events.some(({ data }) => noted.data.parse(data).text === 'poison')) throw permanent('has too many bytes')
    published.push(...events)
  })
  const lines: string[] = []
  const errorLog = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const metrics = new Registry()
  for (const text of ['1', '2', 'poison', '3', 'poison', '4', '5']) await write(text)
  relays.push(startRelay({ database: testDatabase.database, bus, service: 'chat', log: errorLog, metrics }))
  await expect.poll(() => testDatabase.database('outbox')).toEqual([])
  expect(texts().filter((text, index) => texts().indexOf(text) === index)).toEqual(['1', '2', '3', '4', '5'])
  const letters = await readOutboxDeadLetters(testDatabase.database)
  expect(letters.map(({ event, error }) => [event.sequence, error])).toEqual([
    [3, 'has too many bytes'],
    [5, 'has too many bytes'],
  ])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    letters.map(({ event, bytes }) => ({
      service: 'chat',
      topic: 'chat.states',
      key: 'board/a',
      eventId: event.id,
      bytes,
      err: { message: 'has too many bytes' },
    })),
  )
  const deadLetterCount = await metrics.getSingleMetric('outbox_dead_letters_total')?.get()
  expect(deadLetterCount?.values).toMatchObject([{ value: 2, labels: { service: 'chat', topic: 'chat.states' } }])
})

test('splits a batch that is too large as a whole, without losing events', async () => {
  const { bus, publish, published, texts } = createFakeBus()
  publish.mockImplementation(async (events) => {
    if (events.length > 2) throw permanent('too large')
    published.push(...events)
  })
  for (const text of ['1', '2', '3', '4', '5']) await write(text)
  start(bus)
  await expect.poll(texts).toEqual(['1', '2', '3', '4', '5'])
  await expect.poll(() => testDatabase.database('outbox')).toEqual([])
  expect(await readOutboxDeadLetters(testDatabase.database)).toEqual([])
})

test('dead-letters nothing while the bus is unavailable', async () => {
  const { bus, publish, texts } = createFakeBus()
  for (let times = 0; times < 8; times++) publish.mockRejectedValueOnce(new Error('away'))
  start(bus)
  await write('1')
  await expect.poll(texts).toEqual(['1'])
  expect(await readOutboxDeadLetters(testDatabase.database)).toEqual([])
})

test('dead-letters an event only as the owner of the lease', async () => {
  const lease = relayLease(testDatabase.database, 'first')
  const epoch = await lease.acquire()
  await write('1')
  const [waiting] = await outboxRows(testDatabase.database, 'first').read(new Set(), 10)
  const rejected = { ...waiting!, error: new Error('too large') }
  expect(await outboxRows(testDatabase.database, 'second').moveToDeadLetters(rejected, epoch!)).toBeUndefined()
  expect(await testDatabase.database('outbox')).toHaveLength(1)
  expect(await outboxRows(testDatabase.database, 'first').moveToDeadLetters(rejected, epoch!)).toBeGreaterThan(0)
  expect(await testDatabase.database('outbox')).toEqual([])
  await lease.release(epoch!)
})

test('drains an outbox larger than a batch in order', async () => {
  const { bus, texts } = createFakeBus()
  const all = Array.from({ length: 2_500 }, (_, n) => `${n}`)
  await testDatabase.database.transaction((sql) =>
    outbox(sql).appendMany(
      all.map((text) => ({ kind: noted.kind, type: noted.type, subject: `n/${text}`, key: 'a', data: { text } })),
    ),
  )
  start(bus)
  await expect.poll(() => testDatabase.database('outbox').count().first()).toEqual({ count: 0 })
  expect(texts()).toEqual(all)
})

test('publishes waiting events on stop and releases the lease at once', async () => {
  const first = createFakeBus()
  const active = start(first.bus)
  await write('1')
  await expect.poll(first.texts).toEqual(['1'])
  const second = createFakeBus()
  start(second.bus)
  await active.stop()
  await write('2')
  await expect.poll(() => [...first.texts(), ...second.texts()]).toEqual(['1', '2'])
})

test('publishes a commit of a process whose relay is inactive', async () => {
  const [first, second] = [createFakeBus(), createFakeBus()]
  const other = openDatabase({ url: testDatabase.url, schema: 'chat', acquireTimeoutMs })
  try {
    start(first.bus)
    await write('1')
    await expect.poll(first.texts).toEqual(['1'])
    const standby = start(second.bus, other)
    await write('2', other)
    await expect.poll(first.texts).toEqual(['1', '2'])
    await standby.stop()
    expect(second.texts()).toEqual([])
  } finally {
    await other.destroy()
  }
})

test('continues publishing after its connections were cut', async () => {
  const { bus, texts } = createFakeBus()
  start(bus)
  await write('1')
  await expect.poll(texts).toEqual(['1'])
  const admin = openDatabase({ url: testDatabase.adminUrl, schema: 'public', acquireTimeoutMs })
  const terminateConnections = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await admin.raw(terminateConnections).finally(() => admin.destroy())
  await expect
    .poll(() =>
      write('2').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect.poll(() => texts().at(-1)).toBe('2')
})

test('acquires the lease only after it expired, and removes events only under its own epoch', async () => {
  const [first, second] = [relayLease(testDatabase.database, 'first'), relayLease(testDatabase.database, 'second')]
  const epoch = await first.acquire()
  expect(epoch).toBeTypeOf('number')
  expect(await second.acquire()).toBeUndefined()
  await testDatabase.database('relay_lease').update({ expires_at: '-infinity' })
  const next = await second.acquire()
  expect(next).toBe(epoch! + 1)
  expect(await first.renew(epoch!)).toBe(false)
  expect(await second.renew(next!)).toBe(true)
  await write('1')
  const [waiting] = await outboxRows(testDatabase.database, 'first').read(new Set(), 10)
  expect(await outboxRows(testDatabase.database, 'first').remove([waiting!.id], epoch!)).toBe(false)
  expect(await testDatabase.database('outbox')).toHaveLength(1)
  expect(await outboxRows(testDatabase.database, 'second').remove([waiting!.id], next!)).toBe(true)
  expect(await testDatabase.database('outbox')).toEqual([])
  await second.release(next!)
})

test('exports the number of waiting events and the age of the oldest as metrics', async () => {
  const rows = outboxRows(testDatabase.database, 'first')
  expect(await rows.backlog()).toEqual({ waiting: 0, oldestSeconds: 0 })
  for (const text of ['1', '2']) await write(text)
  await testDatabase.database.raw(
    `update outbox set time = time - interval '1 minute' where id = (select min(id) from outbox)`,
  )
  const { waiting, oldestSeconds } = await rows.backlog()
  expect(waiting).toBe(2)
  expect(oldestSeconds).toBeGreaterThanOrEqual(60)
})
