import { randomUUID } from 'node:crypto'
import { defineFact, defineState, type FactEvent, type StateEvent } from '@purple-sector/contracts/event'
import { type Database, openDatabase } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type RequestRepublish, resetProjections, startBootstrap } from './bootstrap.ts'
import { type Consumer, startConsumer } from './consumer.ts'
import { isDeleted, lockAndCheckDeleted, markDeleted } from './deleted-subjects.ts'
import type { EventBus } from './event-bus.ts'
import { deferEvent, permanent } from './failures.ts'
import { createInProcessBus } from './in-process/index.ts'
import { entry, outbox } from './outbox/outbox.ts'
import { recordPushedState, recordPushedStates } from './outbox/sequences.ts'
import { on, onBatch, type Reaction } from './reactions.ts'
import { currentTraceId } from './trace.ts'

const changed = defineState({
  type: 'weekends.note-changed.v1',
  owner: 'weekends',
  data: z.object({ note: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ note }) => `note/${note}`,
})

const event = (note: string, over: Partial<StateEvent> = {}): StateEvent => ({
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
  ...over,
})

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

let state: TestDatabase
let bus: EventBus
let consumer: string
const metrics = new Registry()
const started: Consumer[] = []
const start = async (reactions: Reaction[], requestRepublish?: RequestRepublish): Promise<Consumer> => {
  const { database } = state
  const running = await startConsumer({ bus, database, consumer, reactions, log, requestRepublish, metrics })
  started.push(running)
  return running
}

beforeAll(async () => {
  state = await createTestDatabase({ service: 'tipping' })
  const database = openDatabase({ url: state.adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const created = await createInProcessBus({ database, log, metrics, retry: { firstDelayMs: 10, maxDelayMs: 50 } })
  bus = { ...created, close: () => created.close().then(() => database.destroy()) }
  consumer = 'tipping'
})
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop()
  await state.database.raw('truncate inbox, projections, bootstraps, outbox, deleted_subjects')
})
afterAll(async () => {
  await bus.close()
  await state.drop()
})

test('commits effect, appended events and inbox row together, then runs the work after the commit', async () => {
  const after = vi.fn()
  await start([
    on(changed, async ({ data }, sql) => {
      await outbox(sql).append(changed, data)
      return () => after(data)
    }),
  ])
  await bus.publish([event('a')])
  await expect.poll(() => after.mock.calls).toEqual([[{ note: 'a' }]])
  expect(await state.database('outbox')).toHaveLength(1)
  expect(await state.database('inbox').where({ consumer })).toHaveLength(1)
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
  await expect.poll(() => state.database('outbox')).toHaveLength(1)
})

test('does not redeliver an event when work after its commit fails', async () => {
  const seen: string[] = []
  await start([
    on(changed, async ({ data }) => {
      seen.push(data.note)
      return () => {
        throw new Error('the worker is away')
      }
    }),
  ])
  await bus.publish([event('a'), event('b')])
  await expect.poll(() => seen.toSorted()).toEqual(['a', 'b'])
  await expect.poll(() => state.database('inbox')).toHaveLength(2)
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

test('handles waiting facts once each in one transaction, and a failing one does not affect the others', async () => {
  const seen: string[][] = []
  const gate = Promise.withResolvers<void>()
  const effect = onBatch(removed, async (events, sql) => {
    const notes = events.map(({ data }) => data.note)
    seen.push(notes)
    await outbox(sql).appendMany(events.map(({ data }) => entry(removed, data)))
    if (notes.includes('alone')) await gate.promise
    if (notes.includes('unknown')) throw permanent('unknown')
  })
  await start([effect, onBatch(removed, async (events) => void seen.push(events.map(() => 'after')))])
  const gathered = ['one', 'two', 'unknown', 'three'].map((note) => ({ ...fact(note), key: 'note/a' }))
  await bus.publish([{ ...fact('alone'), key: 'note/a' }])
  await expect.poll(() => seen).toEqual([['alone']])
  await bus.publish([...gathered.slice(0, 2), ...gathered])
  gate.resolve()
  const all = ['one', 'two', 'unknown', 'three']
  await expect
    .poll(() => seen.slice(2))
    .toEqual([all, ['one'], ['after'], ['two'], ['after'], ['unknown'], ['three'], ['after']])
  const rows = await state.database('outbox').orderBy('id').pluck('subject')
  expect(rows).toEqual(['note/alone', 'note/one', 'note/two', 'note/three'])
  expect(await state.database('inbox').where({ consumer })).toHaveLength(4)
})

test('applies states that were republished for the bootstrap of another consumer', async () => {
  const states: string[] = []
  await start([on(changed, async ({ data }) => void states.push(data.note))])
  await bus.publish([event('theirs', { republish: 'chat:1' }), event('mine', { republish: 'tipping:1' })])
  await expect.poll(() => states.toSorted()).toEqual(['mine', 'theirs'])
})

test('skips the event of a pushed state without an inbox row', async () => {
  const seen: string[] = []
  await state.database.transaction((sql) =>
    recordPushedState(sql, consumer, changed, { sequence: 3, data: { note: 'a' } }),
  )
  await start([on(changed, async ({ data }) => void seen.push(data.note), { isPushed: true })])
  await bus.publish([event('a', { sequence: 2 }), event('a', { sequence: 3 }), event('b')])
  await expect.poll(() => seen).toEqual(['b'])
  await bus.publish([event('a', { sequence: 3, republish: 'tipping:1' }), event('a', { sequence: 4 })])
  await expect.poll(() => seen).toEqual(['b', 'a'])
  // Of pushed states only the events of a republish are counted.
  expect(await state.database('inbox').where({ consumer })).toHaveLength(3)
})

test('applies the newer state of a subject, whatever keys its states have', async () => {
  const seen: (number | undefined)[] = []
  await start([on(changed, async ({ sequence }) => void seen.push(sequence))])
  await bus.publish([event('a', { sequence: 2, key: 'group/7' })])
  await expect.poll(() => seen).toEqual([2])
  await bus.publish([event('a', { sequence: 1, key: 'weekend/3' })])
  await expect.poll(() => state.database('inbox').where({ consumer })).toHaveLength(2)
  await bus.publish([event('a', { sequence: 3, key: 'group/7' })])
  await expect.poll(() => seen).toEqual([2, 3])
})

test('records the newest of several pushed states per subject, once', async () => {
  const note = (...states: { sequence: number; data: { note: string } }[]) =>
    state.database.transaction((sql) => recordPushedStates(sql, consumer, changed, states))
  const of = (name: string, sequence: number) => ({ sequence, data: { note: name } })
  expect(await note(of('a', 2), of('b', 1), of('a', 1))).toEqual([of('a', 2), of('b', 1)])
  expect(await note(of('b', 2), of('a', 2), of('c', 0))).toEqual([of('b', 2), of('c', 0)])
})

test('handles a fact whatever was handled of its subject before, and stores no sequence for it', async () => {
  const seen: string[] = []
  await start([on(changed, async () => void seen.push('state')), on(removed, async ({ id }) => void seen.push(id))])
  const [first, second] = [fact('a'), fact('a')]
  await bus.publish([event('a', { sequence: 7 })])
  await expect.poll(() => seen).toEqual(['state'])
  await bus.publish([first, second, first])
  await expect.poll(() => seen).toEqual(['state', first.id, second.id])
  expect(await state.database('projections').pluck('type')).toEqual([changed.type])
})

test('dead-letters a state without a sequence', async () => {
  const seen: string[] = []
  await start([on(changed, async ({ data }) => void seen.push(data.note))])
  await bus.publish([{ ...fact('a'), type: changed.type }, event('b')])
  await expect.poll(() => seen).toEqual(['b'])
})

test('requests no republish for facts', async () => {
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const running = await start([on(removed, async () => {})], ask)
  await expect.poll(() => running.isReady()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

test('becomes ready once the requested states have arrived, dead-lettered ones aside', async () => {
  const ask = vi.fn<RequestRepublish>(async (_owner, requestId) => {
    const repeat = (note: string) => event(note, { republish: requestId })
    await bus.publish([repeat('a'), repeat('poison'), repeat('b')])
    return { events: 3 }
  })
  ask.mockRejectedValueOnce(new Error('not up yet'))
  const reaction = on(changed, async ({ data }) => {
    if (data.note === 'poison') throw permanent('cannot be read')
  })
  const running = await start([reaction], ask)
  expect(running.isReady()).toBe(false)
  await expect.poll(() => running.isReady()).toBe(true)
  expect(ask).toHaveBeenLastCalledWith('weekends', expect.stringMatching(/^tipping:/), [changed.type])
  expect(await state.database('inbox')).toHaveLength(2)
})

test('does not wait for an owner that is not installed, and refills a reset projection', async () => {
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const reactions = [on(changed, async () => {})]
  const first = await start(reactions, ask)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  await state.database.transaction((sql) => resetProjections(sql, consumer))
  const again = await start(reactions, ask)
  await expect.poll(() => again.isReady()).toBe(true)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('requests states only from owners whose copies are incomplete', async () => {
  const renamed = defineState({
    type: 'groups.club-renamed.v1',
    owner: 'groups',
    data: z.object({ club: z.string() }),
    subject: ({ club }) => `club/${club}`,
    key: ({ club }) => `club/${club}`,
  })
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const first = await start([on(changed, async () => {})], ask)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  const again = await start([on(changed, async () => {}), on(renamed, async () => {})], ask)
  await expect.poll(() => again.isReady()).toBe(true)
  expect(ask.mock.calls.map(([owner]) => owner)).toEqual(['weekends', 'groups'])
})

test('checks each owner by itself when the query for all owners fails', async () => {
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const raw = vi.fn((text: string, values: string[]) => state.database.raw(text, values))
  raw.mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  const bootstrap = startBootstrap({
    database: { raw } as unknown as Database,
    consumer,
    reactions: [on(changed, async () => {})],
    log,
    requestRepublish: ask,
    subscribed: Promise.resolve(),
    signal: new AbortController().signal,
  })
  await expect.poll(() => bootstrap.isComplete()).toBe(true)
  await bootstrap.stop()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('is blocked while an owner is unreachable, and fills the copies once it answers', async () => {
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  ask.mockRejectedValueOnce(new Error('nobody listens'))
  const running = await start([on(changed, async () => {})], ask)
  expect(running.isBlocked()).toBe(false)
  await expect.poll(() => running.isReady()).toBe(true)
  // A failure that passes within seconds does not block the consumer.
  expect(running.isBlocked()).toBe(false)
  await running.stop()

  await state.database.transaction((sql) => resetProjections(sql, consumer))
  ask.mockRejectedValue(new Error('nobody listens'))
  const stuck = await start([on(changed, async () => {})], ask)
  await expect.poll(() => stuck.isBlocked(), { timeout: 30_000 }).toBe(true)
  expect([stuck.isReady(), stuck.areProjectionsFilled()]).toEqual([false, false])
  ask.mockResolvedValue({ events: 0 })
  await expect.poll(() => stuck.isReady(), { timeout: 30_000 }).toBe(true)
  expect(stuck.areProjectionsFilled()).toBe(true)
}, 60_000)

test('reports filled copies while the bus is unavailable', async () => {
  const ask = vi.fn<RequestRepublish>(async () => ({ events: 0 }))
  const first = await start([on(changed, async () => {})], ask)
  await expect.poll(() => first.isReady()).toBe(true)
  await first.stop()
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
  const { subscribe } = bus
  const away = vi.spyOn(bus, 'subscribe').mockImplementation(async (subscription) => {
    await back
    return subscribe(subscription)
  })
  const starting = start([on(changed, async () => {})], ask)
  await expect.poll(() => away.mock.calls.length).toBe(1)
  const again = await starting
  expect([again.isReady(), again.areProjectionsFilled()]).toEqual([false, true])
  comeBack()
  await expect.poll(() => again.isReady()).toBe(true)
  away.mockRestore()
}, 60_000)

const waitingForSubjects = async (): Promise<number> => {
  const { rows } = await state.database.raw<{ rows: unknown[] }>(`select from pg_locks where locktype = 'advisory'
    and not granted and database = (select oid from pg_database where datname = current_database())`)
  return rows.length
}

test('keeps the mark of a deleted subject', async () => {
  await state.database.transaction(async (sql) => {
    await markDeleted(sql, 'weekend/1')
    await markDeleted(sql, 'weekend/1')
  })
  expect(await isDeleted(state.database, 'weekend/1')).toBe(true)
  expect(await isDeleted(state.database, 'weekend/2')).toBe(false)
})

test('waits with a deletion until transactions that locked the subject have committed', async () => {
  const { database } = state
  const order: string[] = []
  const writer = await database.transaction()
  expect(await lockAndCheckDeleted(writer, 'shared', 'weekend/7')).toEqual({ isDeleted: false })
  const deletion = database.transaction((sql) => markDeleted(sql, 'weekend/7')).then(() => order.push('deleted'))
  await expect.poll(waitingForSubjects).toBe(1)
  order.push('written')
  await writer.commit()
  await deletion
  expect(order).toEqual(['written', 'deleted'])
  expect(await database.transaction((sql) => lockAndCheckDeleted(sql, 'shared', 'weekend/7'))).toEqual({
    isDeleted: true,
  })
})

test('sees a deletion after waiting for its lock', async () => {
  const { database } = state
  const deletion = await database.transaction()
  await markDeleted(deletion, 'weekend/8')
  const held = database.transaction((sql) => lockAndCheckDeleted(sql, 'shared', 'weekend/8'))
  await expect.poll(waitingForSubjects).toBe(1)
  await deletion.commit()
  expect(await held).toEqual({ isDeleted: true })
})

test('counts outcomes of handled events', async () => {
  expect(await metrics.metrics()).toMatch(
    /events_handled_total\{consumer="tipping",type="weekends.note-changed.v1",outcome="handled"\} [1-9]/,
  )
  expect(await metrics.metrics()).toMatch(/dead_letters_total\{consumer="tipping",topic="weekends.states"\} 1/)
})
