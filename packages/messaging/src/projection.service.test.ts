import { randomUUID } from 'node:crypto'
import { defineState, type StateEvent } from '@purple-sector/contracts/event'
import { openDatabase, type Transaction } from '@purple-sector/database'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from '@purple-sector/testing/databases/test-database'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Consumer, startConsumer } from './consumer.ts'
import { markDeleted } from './deleted-subjects.ts'
import type { EventBus } from './event-bus.ts'
import { createInProcessBus } from './in-process/index.ts'
import { recordPushedStates } from './outbox/sequences.ts'
import { defineProjection } from './projection.ts'

type Marshal = { id: number; weekendId: number; fullName: string; posts: number[]; deleted: boolean }
const marshalChanged = defineState<Marshal>({
  type: 'weekends.marshal-changed.v1',
  owner: 'weekends',
  data: z.object({
    id: z.number(),
    weekendId: z.number(),
    fullName: z.string(),
    posts: z.array(z.number()),
    deleted: z.boolean(),
  }),
  subject: ({ id }) => `marshal/${id}`,
  key: ({ weekendId }) => `weekend/${weekendId}`,
})

const shiftChanged = defineState({
  type: 'weekends.shift-changed.v1',
  owner: 'weekends',
  data: z.object({ marshalId: z.number(), day: z.string(), post: z.number(), deleted: z.boolean() }),
  subject: ({ marshalId, day }) => `shift/${marshalId}/${day}`,
  key: ({ marshalId }) => `marshal/${marshalId}`,
})

const marshals = defineProjection({
  state: marshalChanged,
  table: 'marshals',
  fields: ['id', 'weekendId', 'fullName'],
  columns: ({ posts }) => ({ manned_posts: JSON.stringify(posts) }),
  parents: ({ weekendId }) => [`weekend/${weekendId}`],
})

const shifts = defineProjection({
  state: shiftChanged,
  table: 'shifts',
  key: ['marshal_id', 'day'],
  fields: ['marshalId', 'day', 'post'],
})

const marshal = (id: number, fullName: string, overrides: Partial<Marshal> = {}): Marshal => ({
  id,
  weekendId: 1,
  fullName,
  posts: [3, 4],
  deleted: false,
  ...overrides,
})

const row = (id: number, fullName: string, weekendId = 1) => ({
  id,
  weekend_id: weekendId,
  full_name: fullName,
  manned_posts: [3, 4],
})

/** Each event has a different key, so that the bus guarantees no order between them. */
const event = (data: Marshal, sequence: number): StateEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/weekends',
  type: marshalChanged.type,
  subject: marshalChanged.subject(data),
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  data,
  key: randomUUID(),
  sequence,
})

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

let testDatabase: TestDatabase
let bus: EventBus
let consumer: Consumer

const project = (...states: Marshal[]): Promise<void> =>
  testDatabase.database.transaction((sql) => marshals.project(sql, states))
const readMarshals = (): Promise<unknown[]> => testDatabase.database('marshals').orderBy('id')
/** Counts the events that the consumer has finished, with any outcome. */
const countHandled = async (): Promise<number> => (await testDatabase.database('inbox')).length

/** Records the statements of the work, as `insert`, `update`, `del` or `raw`. */
const statementsOf = (work: (sql: Transaction) => Promise<unknown>): Promise<string[]> =>
  testDatabase.database.transaction(async (sql) => {
    const methods: string[] = []
    sql.on('query', ({ method }: { method: string }) => methods.push(method))
    await work(sql)
    return [...methods]
  })

beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'tipping' })
  await testDatabase.database.raw(`
    create table marshals (id integer primary key, weekend_id integer not null, full_name text not null,
      manned_posts jsonb not null);
    create table shifts (marshal_id integer, day text, post integer not null, primary key (marshal_id, day))`)
  const database = openDatabase({ url: testDatabase.adminUrl, schema: 'bus', maxConnections: 5, acquireTimeoutMs })
  const inProcessBus = await createInProcessBus({ database, log, retry: { firstDelayMs: 10, maxDelayMs: 50 } })
  bus = { ...inProcessBus, close: () => inProcessBus.close().then(() => database.destroy()) }
})
beforeEach(async () => {
  const handlers = [marshals.handler]
  consumer = await startConsumer({ bus, database: testDatabase.database, consumer: 'tipping', handlers, log })
})
afterEach(async () => {
  await consumer.stop()
  await testDatabase.database.raw('truncate marshals, shifts, inbox, projections, deleted_subjects')
})
afterAll(async () => {
  await bus.close()
  await testDatabase.drop()
})

test('copies fields into columns of the same name and computed columns unchanged', async () => {
  await bus.publish([event(marshal(1, 'Kim'), 1)])
  await expect.poll(readMarshals).toEqual([row(1, 'Kim')])
})

test('overwrites a state only by a newer one', async () => {
  await bus.publish([event(marshal(1, 'Kim'), 1)])
  await expect.poll(readMarshals).toEqual([row(1, 'Kim')])
  await bus.publish([event(marshal(1, 'Kim B.'), 3)])
  await expect.poll(readMarshals).toEqual([row(1, 'Kim B.')])
  await bus.publish([event(marshal(1, 'Kim A.'), 2)])
  await expect.poll(countHandled).toBe(3)
  expect(await readMarshals()).toEqual([row(1, 'Kim B.')])
})

test('skips events of a state that was pushed before', async () => {
  await testDatabase.database.transaction(async (sql) => {
    const states = await recordPushedStates(sql, 'tipping', marshalChanged, [
      { sequence: 2, data: marshal(1, 'Kim B.') },
    ])
    await marshals.project(
      sql,
      states.map(({ data }) => data),
    )
  })
  await bus.publish([event(marshal(1, 'Kim'), 1), event(marshal(1, 'changed since'), 2)])
  await expect.poll(countHandled).toBe(2)
  expect(await readMarshals()).toEqual([row(1, 'Kim B.')])
})

test('leaves the row unchanged when a state arrives again', async () => {
  const repeated = event(marshal(1, 'Kim'), 1)
  await bus.publish([repeated, repeated, event(marshal(2, 'Lee'), 1)])
  await expect.poll(readMarshals).toEqual([row(1, 'Kim'), row(2, 'Lee')])
  await project(marshal(1, 'Kim'))
  await project(marshal(1, 'Kim'))
  expect(await readMarshals()).toEqual([row(1, 'Kim'), row(2, 'Lee')])
})

test('deletes the row of a deleted state, and an older state does not restore it', async () => {
  await bus.publish([event(marshal(1, 'Kim'), 1), event(marshal(2, 'Lee'), 1)])
  await expect.poll(readMarshals).toEqual([row(1, 'Kim'), row(2, 'Lee')])
  await bus.publish([event(marshal(1, 'Kim', { deleted: true }), 3)])
  await expect.poll(readMarshals).toEqual([row(2, 'Lee')])
  await bus.publish([event(marshal(1, 'Kim'), 2)])
  await expect.poll(countHandled).toBe(4)
  expect(await readMarshals()).toEqual([row(2, 'Lee')])
})

test('keeps the row of a deleted state with keepsDeleted', async () => {
  const keepingProjection = defineProjection({
    state: marshalChanged,
    table: 'marshals',
    fields: ['id', 'weekendId', 'fullName'],
    columns: ({ posts }) => ({ manned_posts: JSON.stringify(posts) }),
    keepsDeleted: true,
  })
  await project(marshal(1, 'Kim'))
  await testDatabase.database.transaction((sql) =>
    keepingProjection.project(sql, [marshal(1, 'Kim B.', { deleted: true })]),
  )
  expect(await readMarshals()).toEqual([row(1, 'Kim B.')])
})

test('ignores states of a deleted parent', async () => {
  await project(marshal(1, 'Kim'), marshal(2, 'Lee', { weekendId: 2 }))
  await testDatabase.database.transaction((sql) => markDeleted(sql, 'weekend/1'))
  await project(
    marshal(1, 'Kim B.'),
    marshal(2, 'Lee B.', { weekendId: 2 }),
    marshal(3, 'Max'),
    marshal(4, 'Noa', { weekendId: 2 }),
  )
  await project(marshal(1, 'Kim', { deleted: true }))
  expect(await readMarshals()).toEqual([row(1, 'Kim'), row(2, 'Lee B.', 2), row(4, 'Noa', 2)])
})

test('applies many states with one statement each for parents, deletions and rows', async () => {
  const all = Array.from({ length: 50 }, (_, id) => marshal(id, `marshal ${id}`))
  expect(await statementsOf((sql) => marshals.project(sql, all))).toEqual(['raw', 'insert'])
  expect(await readMarshals()).toEqual(all.map(({ id, fullName }) => row(id, fullName)))
  const next = all.map((state) => ({ ...state, fullName: `${state.fullName} B.`, deleted: state.id % 2 === 1 }))
  expect(await statementsOf((sql) => marshals.project(sql, next))).toEqual(['raw', 'del', 'insert'])
  const remaining = next.filter(({ deleted }) => !deleted)
  expect(await readMarshals()).toEqual(remaining.map(({ id, fullName }) => row(id, fullName)))
})

test('sends no statement when there is nothing to apply', async () => {
  expect(await statementsOf((sql) => marshals.project(sql, []))).toEqual([])
})

test('distinguishes rows by a key of several columns', async () => {
  const shift = (day: string, post: number, deleted = false) => ({ marshalId: 1, day, post, deleted })
  const projectShifts = (...states: ReturnType<typeof shift>[]) =>
    testDatabase.database.transaction((sql) => shifts.project(sql, states))
  await projectShifts(shift('Friday', 3), shift('Saturday', 4), shift('Sunday', 5))
  await projectShifts(shift('Friday', 6), shift('Saturday', 4, true))
  expect(await testDatabase.database('shifts').orderBy('day')).toEqual([
    { marshal_id: 1, day: 'Friday', post: 6 },
    { marshal_id: 1, day: 'Sunday', post: 5 },
  ])
})
