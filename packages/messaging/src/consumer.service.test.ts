import { randomUUID } from 'node:crypto'
import { defineFact, defineState, type FactEvent, type StateEvent } from '@purple-sector/contracts/event'
import { type Database, openDatabase } from '@purple-sector/database'
import { currentTraceId } from '@purple-sector/telemetry/trace'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type RequestRepublish, resetProjections, startBootstrap } from './bootstrap.ts'
import { type Consumer, startConsumer } from './consumer.ts'
import { isDeleted, lockAndCheckDeleted, markDeleted } from './deleted-subjects.ts'
import type { EventBus } from './event-bus.ts'
import { type EventHandler, on, onBatch } from './event-handlers.ts'
import { deferEvent, permanent } from './failures.ts'
import { createInProcessBus } from './in-process/index.ts'
import { entry, outbox } from './outbox/outbox.ts'
import { recordPushedState, recordPushedStates } from './outbox/sequences.ts'

const changed = defineState({
  type: 'weekends.note-changed.v1',
  owner: 'weekends',
  data: z.object({ note: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ note }) => `note/${note}`,
})

const event = (note: string, overrides: Partial<StateEvent> = {}): StateEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/weekends',
  type: changed.type,
  subject: `note/${note}`,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data: { note, added: 'by a newer owner' },
  key: `note/${note}`,
  sequence: 1,
  ...overrides,
})

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

let testDatabase: TestDatabase
let bus: EventBus
let consumer: string
const metrics = new Registry()
const runningConsumers: Consumer[] = []
const start = async (handlers: EventHandler[], requestRepublish?: RequestRepublish): Promise<Consumer> => {
  const { database } = testDatabase
  const running = await startConsumer({ bus, database, consumer, handlers, log, requestRepublish, metrics })
  runningConsumers.push(running)
  return running
}

beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'tipping' })
  const database = openDatabase({ url: testDatabase.adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const inProcessBus = await createInProcessBus({ database, log, metrics, retry: { firstDelayMs: 10, maxDelayMs: 50 } })
  bus = { ...inProcessBus, close: () => inProcessBus.close().then(() => database.destroy()) }
  consumer = 'tipping'
})
afterEach(async () => {
  for (const running of runningConsumers.splice(0)) await running.stop()
  await testDatabase.database.raw('truncate inbox, projections, bootstraps, outbox, deleted_subjects')
})
afterAll(async () => {
  await bus.close()
  await testDatabase.drop()
})

test('commits effect, appended events and inbox row together, then runs the work after the commit', async () => {
  const afterCommit = vi.fn()
  await start([
    on(changed, async ({ data }, sql) => {
      await outbox(sql).append(changed, data)
      return () => afterCommit(data)
    }),
  ])
  await bus.publish([event('a')])
  await expect.poll(() => afterCommit.mock.calls).toEqual([[{ note: 'a' }]])
  expect(await testDatabase.database('outbox')).toHaveLength(1)
  expect(await testDatabase.database('inbox').where({ consumer })).toHaveLength(1)
})

test('rolls back a failed effect and retries it from the start', async () => {
  let tries = 0
  await start([
    on(changed, async ({ data }, sql) => {
      await outbox(sql).append(changed, data)
      tries += 1
      if (tries < 3) throw tries === 1 ? deferEvent('note') : new Error('busy')
    }),
  ])
  await bus.publish([event('a')])
  await expect.poll(() => tries).toBe(3)
  await expect.poll(() => testDatabase.database('outbox')).toHaveLength(1)
})

test('does not redeliver an event when work after its commit fails', async () => {
  const handled: string[] = []
  await start([
    on(changed, async ({ data }) => {
      handled.push(data.note)
      return () => {
        throw new Error('the worker is away')
      }
    }),
  ])
  await bus.publish([event('a'), event('b')])
  await expect.poll(() => handled.toSorted()).toEqual(['a', 'b'])
  await expect.poll(() => testDatabase.database('inbox')).toHaveLength(2)
})

test('continues the trace of an event in its effect', async () => {
  const traces: unknown[] = []
  await start([on(changed, async () => void traces.push(currentTraceId()))])
  await bus.publish([event('a', { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` })])
  await expect.poll(() => traces).toEqual(['1'.repeat(32)])
})

const removed = defineFact({
  type: 'weekends.note-removed.v1',
  owner: 'weekends',
  data: z.object({ note: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ note }) => `note/${note}`,
})
const fact = (note: string): FactEvent => {
  const { sequence: _sequence, republish: _republish, ...envelope } = event(note)
  return { ...envelope, type: removed.type }
}

test('handles waiting facts once each in one transaction, and one by one when one of them fails', async () => {
  const handledBatches: string[][] = []
  const gate = Promise.withResolvers<void>()
  const handler = onBatch(removed, async (events, sql) => {
    const notes = events.map(({ data }) => data.note)
    handledBatches.push(notes)
    await outbox(sql).appendMany(events.map(({ data }) => entry(removed, data)))
    if (notes.includes('alone')) await gate.promise
    if (notes.includes('unknown')) throw permanent('unknown')
  })
  await start([handler, onBatch(removed, async (events) => void handledBatches.push(events.map(() => 'after')))])
  const waitingFacts = ['one', 'two', 'unknown', 'three'].map((note) => ({ ...fact(note), key: 'note/a' }))
  await bus.publish([{ ...fact('alone'), key: 'note/a' }])
  await expect.poll(() => handledBatches).toEqual([['alone']])
  await bus.publish([...waitingFacts.slice(0, 2), ...waitingFacts])
  gate.resolve()
  const batch = ['one', 'two', 'unknown', 'three']
  await expect
    .poll(() => handledBatches.slice(2))
    .toEqual([batch, ['one'], ['after'], ['two'], ['after'], ['unknown'], ['three'], ['after']])
  const rows = await testDatabase.database('outbox').orderBy('id').pluck('subject')
  expect(rows).toEqual(['note/alone', 'note/one', 'note/two', 'note/three'])
  expect(await testDatabase.database('inbox').where({ consumer })).toHaveLength(4)
})

test('applies states that were republished for the bootstrap of another consumer', async () => {
  const states: string[] = []
  await start([on(changed, async ({ data }) => void states.push(data.note))])
  await bus.publish([event('of chat', { republish: 'chat:1' }), event('of tipping', { republish: 'tipping:1' })])
  await expect.poll(() => states.toSorted()).toEqual(['of chat', 'of tipping'])
})

test('skips the event of a pushed state without an inbox row', async () => {
  const handled: string[] = []
  await testDatabase.database.transaction((sql) =>
    recordPushedState(sql, consumer, changed, { sequence: 3, data: { note: 'a' } }),
  )
  await start([on(changed, async ({ data }) => void handled.push(data.note), { isPushed: true })])
  await bus.publish([event('a', { sequence: 2 }), event('a', { sequence: 3 }), event('b')])
  await expect.poll(() => handled).toEqual(['b'])
  await bus.publish([event('a', { sequence: 3, republish: 'tipping:1' }), event('a', { sequence: 4 })])
  await expect.poll(() => handled).toEqual(['b', 'a'])
  // The inbox records only republish events of pushed states.
  expect(await testDatabase.database('inbox').where({ consumer })).toHaveLength(3)
})

test('applies the newer state of a subject, even if its states have different keys', async () => {
  const handled: (number | undefined)[] = []
  await start([on(changed, async ({ sequence }) => void handled.push(sequence))])
  await bus.publish([event('a', { sequence: 2, key: 'group/7' })])
  await expect.poll(() => handled).toEqual([2])
  await bus.publish([event('a', { sequence: 1, key: 'weekend/3' })])
  await expect.poll(() => testDatabase.database('inbox').where({ consumer })).toHaveLength(2)
  await bus.publish([event('a', { sequence: 3, key: 'group/7' })])
  await expect.poll(() => handled).toEqual([2, 3])
})

test('records the newest of several pushed states per subject, once', async () => {
  const recordStates = (...states: { sequence: number; data: { note: string } }[]) =>
    testDatabase.database.transaction((sql) => recordPushedStates(sql, consumer, changed, states))
  const stateOf = (name: string, sequence: number) => ({ sequence, data: { note: name } })
  expect(await recordStates(stateOf('a', 2), stateOf('b', 1), stateOf('a', 1))).toEqual([
    stateOf('a', 2),
    stateOf('b', 1),
  ])
  expect(await recordStates(stateOf('b', 2), stateOf('a', 2), stateOf('c', 0))).toEqual([
    stateOf('b', 2),
    stateOf('c', 0),
  ])
})

test('handles a fact regardless of earlier events of its subject, and stores no sequence for it', async () => {
  const handled: string[] = []
  await start([
    on(changed, async () => void handled.push('state')),
    on(removed, async ({ id }) => void handled.push(id)),
  ])
  const [first, second] = [fact('a'), fact('a')]
  await bus.publish([event('a', { sequence: 7 })])
  await expect.poll(() => handled).toEqual(['state'])
  await bus.publish([first, second, first])
  await expect.poll(() => handled).toEqual(['state', first.id, second.id])
  expect(await testDatabase.database('projections').pluck('type')).toEqual([changed.type])
})

test('dead-letters a state without a sequence', async () => {
  const handled: string[] = []
  await start([on(changed, async ({ data }) => void handled.push(data.note))])
  await bus.publish([{ ...fact('a'), type: changed.type }, event('b')])
  await expect.poll(() => handled).toEqual(['b'])
})

test('requests no republish for facts', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const running = await start([on(removed, async () => {})], requestRepublish)
  await expect.poll(() => running.isReady()).toBe(true)
  expect(requestRepublish).not.toHaveBeenCalled()
})

test('becomes ready once all requested states were handled or dead-lettered', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async (_owner, requestId) => {
    const repeat = (note: string) => event(note, { republish: requestId })
    await bus.publish([repeat('a'), repeat('poison'), repeat('b')])
    return { events: 3 }
  })
  requestRepublish.mockRejectedValueOnce(new Error('not started yet'))
  const handler = on(changed, async ({ data }) => {
    if (data.note === 'poison') throw permanent('cannot be read')
  })
  const running = await start([handler], requestRepublish)
  expect(running.isReady()).toBe(false)
  await expect.poll(() => running.isReady()).toBe(true)
  expect(requestRepublish).toHaveBeenLastCalledWith('weekends', expect.stringMatching(/^tipping:/), [changed.type])
  expect(await testDatabase.database('inbox')).toHaveLength(2)
})

test('does not wait for an owner that is not installed, and refills a reset projection', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const handlers = [on(changed, async () => {})]
  const first = await start(handlers, requestRepublish)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  await testDatabase.database.transaction((sql) => resetProjections(sql, consumer))
  const again = await start(handlers, requestRepublish)
  await expect.poll(() => again.isReady()).toBe(true)
  expect(requestRepublish).toHaveBeenCalledTimes(2)
})

test('requests states only from owners whose copies are incomplete', async () => {
  const renamed = defineState({
    type: 'groups.club-renamed.v1',
    owner: 'groups',
    data: z.object({ club: z.string() }),
    subject: ({ club }) => `club/${club}`,
    key: ({ club }) => `club/${club}`,
  })
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const first = await start([on(changed, async () => {})], requestRepublish)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  const again = await start([on(changed, async () => {}), on(renamed, async () => {})], requestRepublish)
  await expect.poll(() => again.isReady()).toBe(true)
  expect(requestRepublish.mock.calls.map(([owner]) => owner)).toEqual(['weekends', 'groups'])
})

test('checks each owner separately when the query for all owners fails', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const raw = vi.fn((text: string, values: string[]) => testDatabase.database.raw(text, values))
  raw.mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  const bootstrap = startBootstrap({
    database: { raw } as unknown as Database,
    consumer,
    handlers: [on(changed, async () => {})],
    log,
    requestRepublish,
    subscribed: Promise.resolve(),
    signal: new AbortController().signal,
  })
  await expect.poll(() => bootstrap.isComplete()).toBe(true)
  await bootstrap.stop()
  expect(requestRepublish).toHaveBeenCalledTimes(1)
})

test('reports isBlocked while an owner is unreachable, and fills the copies once it replies', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  requestRepublish.mockRejectedValueOnce(new Error('no connection'))
  const running = await start([on(changed, async () => {})], requestRepublish)
  expect(running.isBlocked()).toBe(false)
  await expect.poll(() => running.isReady()).toBe(true)
  // A failure of a few seconds does not block the consumer.
  expect(running.isBlocked()).toBe(false)
  await running.stop()

  await testDatabase.database.transaction((sql) => resetProjections(sql, consumer))
  requestRepublish.mockRejectedValue(new Error('no connection'))
  const blocked = await start([on(changed, async () => {})], requestRepublish)
  await expect.poll(() => blocked.isBlocked(), { timeout: 30_000 }).toBe(true)
  expect([blocked.isReady(), blocked.areProjectionsFilled()]).toEqual([false, false])
  requestRepublish.mockResolvedValue({ events: 0 })
  await expect.poll(() => blocked.isReady(), { timeout: 30_000 }).toBe(true)
  expect(blocked.areProjectionsFilled()).toBe(true)
}, 60_000)

test('reports filled copies while the bus is unavailable', async () => {
  const requestRepublish = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const first = await start([on(changed, async () => {})], requestRepublish)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  const { promise: isBusAvailable, resolve: restoreBus } = Promise.withResolvers<void>()
  const { subscribe } = bus
  const subscribeMock = vi.spyOn(bus, 'subscribe').mockImplementation(async (subscription) => {
    await isBusAvailable
    return subscribe(subscription)
  })
  const starting = start([on(changed, async () => {})], requestRepublish)
  await expect.poll(() => subscribeMock.mock.calls.length).toBe(1)
  const again = await starting
  expect([again.isReady(), again.areProjectionsFilled()]).toEqual([false, true])
  restoreBus()
  await expect.poll(() => again.isReady()).toBe(true)
  subscribeMock.mockRestore()
}, 60_000)

const countLockWaiters = async (): Promise<number> => {
  const { rows } = await testDatabase.database.raw<{
    rows: unknown[]
  }>(`select from pg_locks where locktype = 'advisory'
    and not granted and database = (select oid from pg_database where datname = current_database())`)
  return rows.length
}

test('stores the mark of a deleted subject once', async () => {
  await testDatabase.database.transaction(async (sql) => {
    await markDeleted(sql, 'weekend/1')
    await markDeleted(sql, 'weekend/1')
  })
  expect(await isDeleted(testDatabase.database, 'weekend/1')).toBe(true)
  expect(await isDeleted(testDatabase.database, 'weekend/2')).toBe(false)
})

test('delays a deletion until transactions that locked the subject have committed', async () => {
  const { database } = testDatabase
  const order: string[] = []
  const writer = await database.transaction()
  expect(await lockAndCheckDeleted(writer, 'shared', 'weekend/7')).toEqual({ isDeleted: false })
  const deletion = database.transaction((sql) => markDeleted(sql, 'weekend/7')).then(() => order.push('deleted'))
  await expect.poll(countLockWaiters).toBe(1)
  order.push('written')
  await writer.commit()
  await deletion
  expect(order).toEqual(['written', 'deleted'])
  expect(await database.transaction((sql) => lockAndCheckDeleted(sql, 'shared', 'weekend/7'))).toEqual({
    isDeleted: true,
  })
})

test('lockAndCheckDeleted reports a deletion that it waited for', async () => {
  const { database } = testDatabase
  const deletion = await database.transaction()
  await markDeleted(deletion, 'weekend/8')
  const lockResult = database.transaction((sql) => lockAndCheckDeleted(sql, 'shared', 'weekend/8'))
  await expect.poll(countLockWaiters).toBe(1)
  await deletion.commit()
  expect(await lockResult).toEqual({ isDeleted: true })
})

test('counts outcomes of handled events', async () => {
  expect(await metrics.metrics()).toMatch(
    /events_handled_total\{consumer="tipping",type="weekends.note-changed.v1",outcome="handled"\} [1-9]/,
  )
  expect(await metrics.metrics()).toMatch(/dead_letters_total\{consumer="tipping",topic="weekends.states"\} 1/)
})
