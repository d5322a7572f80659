import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { DomainEvent } from '@purple-sector/contracts/event'
import { openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { startProxy } from '@purple-sector/testing/servers/proxy'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { describeEventBus, quickRetries } from '../contract-suite.ts'
import { isPermanent } from '../failures.ts'
import { createInProcessBus, readDeadLetters, redriveInProcess } from './index.ts'

describeEventBus('the in-process bus', async ({ adminUrl }) => {
  const database = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  return {
    openBus: (options) => createInProcessBus({ database, log, retry: quickRetries, ...options }),
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

/** A bus of its own with one reader, on a way to its database that can be cut. */
const busWithReader = async () => {
  const { adminUrl, drop } = await createTestDatabase({ service: 'chat' })
  const proxy = await startProxy(adminUrl)
  const database = openDatabase({ url: proxy.url, schema: 'bus', maxConnections: 2, acquireTimeoutMs: 1_000 })
  const direct = openDatabase({ url: adminUrl, schema: 'bus', maxConnections: 1, acquireTimeoutMs })
  const bus = await createInProcessBus({ database, log: pino({ level: 'silent' }) })
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
    },
  })
  return { bus, proxy, direct, read }
}

test('a consumer that subscribes again wants what it wants now, and nothing else', async () => {
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

test('an event with text that Postgres cannot hold is refused for good', async () => {
  const { bus } = await busWithReader()
  const refusal = await bus.publish([note('half\u0000')]).catch((error: unknown) => error)
  expect(isPermanent(refusal)).toBe(true)
})

test('what came while the database could not be asked is delivered once it is back', async () => {
  const { bus, proxy, direct, read } = await busWithReader()
  await bus.publish([note('before')])
  await expect.poll(() => read).toEqual([{ text: 'before' }])
  await proxy.cut()
  await direct.raw(`insert into bus.deliveries (consumer, lane, event) values ('reader', 'chat.states board/a', ?)`, [
    JSON.stringify({ ...note('meanwhile'), sequence: 2 }),
  ])
  // It has been looked for, in vain.
  await setTimeout(2_500)
  expect(read).toHaveLength(1)
  await proxy.restore()
  await expect.poll(() => read).toEqual([{ text: 'before' }, { text: 'meanwhile' }])
})
