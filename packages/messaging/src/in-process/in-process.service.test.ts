import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { DomainEvent } from '@purple-sector/contracts/event'
import { type Database, openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { startProxy } from '@purple-sector/testing/servers/proxy'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { isPermanent } from '../failures.ts'
import { createInProcessBus, readDeadLetters, redriveInProcess } from './index.ts'

describeEventBus('the in-process bus', async ({ adminUrl }) => {
  const database = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  return {
    openBus: (options) => createInProcessBus({ database, log, retry: quickRetries, sweepIntervalMs: 250, ...options }),
    deadLetters: (consumer) => readDeadLetters(database, { consumer }),
    redrive: (consumer) => redriveInProcess(database, { consumer }),
    environment: { BUS_DATABASE_URL: adminUrl },
    close: () => database.destroy(),
  }
})

const type = 'chat.noted.v1'
const note = (text: string): DomainEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/chat',
  type,
  subject: 'note/1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { text },
  key: 'board/a',
  sequence: 1,
})

/** Creates a bus with one reader, and a database connection that the test can cut. */
const createBusWithReader = async () => {
  const { adminUrl, drop } = await createTestDatabase({ service: 'chat' })
  const proxy = await startProxy(adminUrl)
  const database = openDatabase({ url: proxy.url, schema: 'bus', maxConnections: 2, acquireTimeoutMs: 1_000 })
  const direct = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 1, acquireTimeoutMs })
  const occurrences = new EventEmitter()
  const log = pino({ level: 'warn' }, { write: (line) => void occurrences.emit(JSON.parse(line).event) })
  const bus = await createInProcessBus({ database, log })
  onTestFinished(async () => {
    await bus.close()
    await Promise.all([database.destroy(), direct.destroy()])
    await proxy.stop()
    await drop()
  })
  const handledData: unknown[] = []
  await bus.subscribe({
    consumer: 'reader',
    events: [{ type, topic: 'chat.states' }],
    mode: 'durable',
    async handle({ data }) {
      handledData.push(data)
      occurrences.emit('read')
    },
  })
  return { bus, proxy, database, direct, handledData, occurrences }
}

test('replaces the event types of a consumer that subscribes again', async () => {
  const { bus, direct } = await createBusWithReader()
  const subscribe = (...events: { type: string; topic: string }[]) =>
    bus.subscribe({ consumer: 'writer', events, mode: 'durable', async handle() {} })
  const readSubscribers = async () => {
    const { rows } = await direct.raw('select topic, types from bus.subscribers where consumer = ? order by topic', [
      'writer',
    ])
    return rows
  }
  const first = await subscribe(
    { type: 'chat.noted.v1', topic: 'chat.states' },
    { type: 'chat.read.v1', topic: 'chat.facts' },
  )
  expect(await readSubscribers()).toEqual([
    { topic: 'chat.facts', types: ['chat.read.v1'] },
    { topic: 'chat.states', types: ['chat.noted.v1'] },
  ])
  await first.stop()
  await subscribe({ type: 'chat.pinned.v1', topic: 'chat.states' })
  expect(await readSubscribers()).toEqual([{ topic: 'chat.states', types: ['chat.pinned.v1'] }])
})

test('rejects an event permanently whose text Postgres cannot store', async () => {
  const { bus } = await createBusWithReader()
  const error = await bus.publish([note('half\u0000')]).catch((reason: unknown) => reason)
  expect(isPermanent(error)).toBe(true)
})

/**
 * Fakes the sweep timer, so that sweeps run only when the test advances time (`expect.poll` would need real timers).
 */
const fakeSweepTimer = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

const storeFromAnotherProcess = (direct: Database, text: string) =>
  direct.raw(`insert into bus.deliveries (consumer, lane, event) values ('reader', 'chat.states board/a', ?)`, [
    JSON.stringify({ ...note(text), sequence: 2 }),
  ])

test('delivers published events at once, and events stored by another process by a sweep every 10 s', async () => {
  fakeSweepTimer()
  const { bus, database, direct, handledData, occurrences } = await createBusWithReader()
  const queries: string[] = []
  database.on('query', ({ sql }: { sql: string }) => queries.push(sql))
  const sweeps = () => queries.filter((sql) => sql.includes('from unnest'))

  await Promise.all([once(occurrences, 'read'), bus.publish([note('published')])])
  await storeFromAnotherProcess(direct, 're-driven')
  vi.advanceTimersByTime(9_999)
  await database.raw('select 1')
  expect(sweeps()).toEqual([])
  expect(handledData).toEqual([{ text: 'published' }])

  const redriven = once(occurrences, 'read')
  vi.advanceTimersByTime(1)
  await redriven
  expect(sweeps()).toHaveLength(1)
  expect(handledData).toEqual([{ text: 'published' }, { text: 're-driven' }])
})

test('delivers events stored during a database outage once the database is back', async () => {
  fakeSweepTimer()
  const { bus, proxy, direct, handledData, occurrences } = await createBusWithReader()
  await Promise.all([once(occurrences, 'read'), bus.publish([note('before')])])
  await proxy.cut()
  await storeFromAnotherProcess(direct, 'meanwhile')
  const failedTwice = once(occurrences, 'bus.read_failed').then(() => once(occurrences, 'bus.read_failed'))
  vi.advanceTimersByTime(10_000)
  await failedTwice
  expect(handledData).toEqual([{ text: 'before' }])
  const delivered = once(occurrences, 'read')
  await proxy.restore()
  await delivered
  expect(handledData).toEqual([{ text: 'before' }, { text: 'meanwhile' }])
})
