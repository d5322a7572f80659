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

/** A bus with one reader whose database connection the test can cut. */
const busWithReader = async () => {
  const { adminUrl, drop } = await createTestDatabase({ service: 'chat' })
  const proxy = await startProxy(adminUrl)
  const database = openDatabase({ url: proxy.url, schema: 'bus', maxConnections: 2, acquireTimeoutMs: 1_000 })
  const direct = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 1, acquireTimeoutMs })
  const happened = new EventEmitter()
  const log = pino({ level: 'warn' }, { write: (line) => void happened.emit(JSON.parse(line).event) })
  const bus = await createInProcessBus({ database, log })
  onTestFinished(async () => {
    await bus.close()
    await Promise.all([database.destroy(), direct.destroy()])
    await proxy.stop()
    await drop()
  })
  const read: unknown[] = []
  await bus.subscribe({
    consumer: 'reader',
    events: [{ type, topic: 'chat.states' }],
    mode: 'durable',
    async handle({ data }) {
      read.push(data)
      happened.emit('read')
    },
  })
  return { bus, proxy, database, direct, read, happened }
}

test('replaces the wanted types of a consumer that subscribes again', async () => {
  const { bus, direct } = await busWithReader()
  const subscribe = (...events: { type: string; topic: string }[]) =>
    bus.subscribe({ consumer: 'writer', events, mode: 'durable', async handle() {} })
  const wanted = async () => {
    const { rows } = await direct.raw('select topic, types from bus.subscribers where consumer = ? order by topic', [
      'writer',
    ])
    return rows
  }
  const first = await subscribe(
    { type: 'chat.noted.v1', topic: 'chat.states' },
    { type: 'chat.read.v1', topic: 'chat.facts' },
  )
  expect(await wanted()).toEqual([
    { topic: 'chat.facts', types: ['chat.read.v1'] },
    { topic: 'chat.states', types: ['chat.noted.v1'] },
  ])
  await first.stop()
  await subscribe({ type: 'chat.pinned.v1', topic: 'chat.states' })
  expect(await wanted()).toEqual([{ topic: 'chat.states', types: ['chat.pinned.v1'] }])
})

test('rejects an event with text that Postgres cannot store permanently', async () => {
  const { bus } = await busWithReader()
  const refusal = await bus.publish([note('half\u0000')]).catch((error: unknown) => error)
  expect(isPermanent(refusal)).toBe(true)
})

/** Fakes the sweep timer, so that sweeps run only when the test advances time (`expect.poll` would need some). */
const fakeSweepTimer = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

const storeFromElsewhere = (direct: Database, text: string) =>
  direct.raw(`insert into bus.deliveries (consumer, lane, event) values ('reader', 'chat.states board/a', ?)`, [
    JSON.stringify({ ...note(text), sequence: 2 }),
  ])

test('delivers published events at once, and those stored by another process by a sweep every 10 s', async () => {
  fakeSweepTimer()
  const { bus, database, direct, read, happened } = await busWithReader()
  const queries: string[] = []
  database.on('query', ({ sql }: { sql: string }) => queries.push(sql))
  const sweeps = () => queries.filter((sql) => sql.includes('from unnest'))

  await Promise.all([once(happened, 'read'), bus.publish([note('published')])])
  await storeFromElsewhere(direct, 're-driven')
  vi.advanceTimersByTime(9_999)
  await database.raw('select 1')
  expect(sweeps()).toEqual([])
  expect(read).toEqual([{ text: 'published' }])

  const redriven = once(happened, 'read')
  vi.advanceTimersByTime(1)
  await redriven
  expect(sweeps()).toHaveLength(1)
  expect(read).toEqual([{ text: 'published' }, { text: 're-driven' }])
})

test('delivers events stored during a database outage once the database is back', async () => {
  fakeSweepTimer()
  const { bus, proxy, direct, read, happened } = await busWithReader()
  await Promise.all([once(happened, 'read'), bus.publish([note('before')])])
  await proxy.cut()
  await storeFromElsewhere(direct, 'meanwhile')
  const failedTwice = once(happened, 'bus.read_failed').then(() => once(happened, 'bus.read_failed'))
  vi.advanceTimersByTime(10_000)
  await failedTwice
  expect(read).toEqual([{ text: 'before' }])
  const delivered = once(happened, 'read')
  await proxy.restore()
  await delivered
  expect(read).toEqual([{ text: 'before' }, { text: 'meanwhile' }])
})
