import { defineFact, defineState } from '@purple-sector/contracts/event'
import { onWake, type Transaction } from '@purple-sector/database'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { entry, outbox } from './outbox.ts'

const noted = defineState({
  type: 'chat.noted.v1',
  owner: 'chat',
  data: z.object({ note: z.string(), board: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ board }) => `board/${board}`,
})

const sent = defineFact({
  type: 'chat.sent.v1',
  owner: 'chat',
  data: z.object({ note: z.string(), board: z.string() }),
  subject: ({ note }) => `note/${note}`,
  key: ({ board }) => `board/${board}`,
})

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'chat' })
})
afterEach(() => testDatabase.database.raw('truncate outbox, outbox_subjects, outbox_keys'))
afterAll(() => testDatabase.drop())

const readRows = () =>
  testDatabase.database('outbox').select('subject', 'sequence', 'data', 'traceparent').orderBy('id')
const append = (note: string, board = 'a') =>
  testDatabase.database.transaction((sql) => outbox(sql).append(noted, { note, board }))

test('assigns each event an id and the next sequence of its subject', async () => {
  const first = await append('1')
  const second = await append('1')
  const otherSubject = await append('2')
  expect([first, second, otherSubject].map(({ sequence }) => sequence)).toEqual([1, 2, 1])
  expect(await testDatabase.database('outbox').pluck('event_id')).toContain(second.id)
})

test('appends nothing when the transaction rolls back', async () => {
  await expect(
    testDatabase.database.transaction(async (sql) => {
      await outbox(sql).append(noted, { note: '1', board: 'a' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await readRows()).toEqual([])
  expect((await append('1')).sequence).toBe(1)
})

test('rejects data that break the definition', async () => {
  const broken = JSON.parse('{"note":1,"board":"a"}')
  await expect(testDatabase.database.transaction((sql) => outbox(sql).append(noted, broken))).rejects.toThrow()
})

test('appends many events in order with sequences per subject', async () => {
  await append('1')
  const entries = ['1', '2', '1', '3', '2'].map((note) => entry(noted, { note, board: note }))
  await testDatabase.database.transaction((sql) => outbox(sql).appendMany(entries, { traceparent: 'trace' }))
  const all = await readRows()
  expect(all.slice(1).map(({ subject, sequence }) => `${subject} ${sequence}`)).toEqual([
    'note/1 2',
    'note/2 1',
    'note/1 3',
    'note/3 1',
    'note/2 2',
  ])
  expect(all.at(-1)).toMatchObject({ traceparent: 'trace', data: { note: '2', board: '2' } })
})

test('appends a fact without a sequence and without a row of its subject', async () => {
  await testDatabase.database.transaction(async (sql) => {
    expect((await outbox(sql).append(sent, { note: '1', board: 'a' })).sequence).toBeUndefined()
    await outbox(sql).appendMany([entry(sent, { note: '1', board: 'a' }), entry(sent, { note: '2', board: 'b' })])
  })
  expect((await readRows()).map(({ subject, sequence }) => [subject, sequence])).toEqual([
    ['note/1', null],
    ['note/1', null],
    ['note/2', null],
  ])
  expect(await testDatabase.database('outbox_subjects')).toEqual([])
  expect(await testDatabase.database('outbox_keys').pluck('key')).toEqual(['board/a', 'board/b'])
})

test('appends states and facts in order and numbers only the states', async () => {
  const entries = [
    entry(noted, { note: '1', board: 'a' }),
    entry(sent, { note: '1', board: 'a' }),
    entry(noted, { note: '1', board: 'a' }),
    entry(sent, { note: '2', board: 'a' }),
  ]
  await testDatabase.database.transaction((sql) => outbox(sql).appendMany(entries))
  const all = await testDatabase.database('outbox').select('type', 'subject', 'sequence').orderBy('id')
  expect(all.map(({ type, subject, sequence }) => `${type} ${subject} ${sequence}`)).toEqual([
    'chat.noted.v1 note/1 1',
    'chat.sent.v1 note/1 null',
    'chat.noted.v1 note/1 2',
    'chat.sent.v1 note/2 null',
  ])
  expect(await testDatabase.database('outbox_subjects')).toMatchObject([{ subject: 'note/1', sequence: 2 }])
})

test('appends events produced by SQL in one statement', async () => {
  await testDatabase.database.transaction(async (sql) => {
    await sql.raw(
      `select outbox_append_many(array_agg(
         row('state', 'chat.noted.v1', 'note/' || n, 'board/a', json_build_object('note', n::text, 'board', 'a'))::outbox_entry
         order by n desc), p_traceparent => 'trace')
       from generate_series(1, 3) n`,
    )
  })
  expect(await readRows()).toMatchObject(
    [3, 2, 1].map((n) => ({ subject: `note/${n}`, sequence: 1, data: { note: `${n}` } })),
  )
})

test('appends selected facts in order and with the trace, only when the transaction commits', async () => {
  const appendFacts = (sql: Transaction) =>
    outbox(sql).appendSelected(
      ['board/a'],
      `select 'chat.sent.v1' as type, 'note/' || n as subject, 'board/' || :board::text as key,
         json_build_object('note', n::text, 'board', :board::text) as data
       from generate_series(1, 3) n order by n desc`,
      { board: 'a' },
      { traceparent: 'trace' },
    )
  await testDatabase.database
    .transaction(async (sql) => {
      await appendFacts(sql)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await readRows()).toEqual([])
  await testDatabase.database.transaction(appendFacts)
  const all = await testDatabase.database('outbox').orderBy('id')
  expect(all).toMatchObject(
    [3, 2, 1].map((n) => ({
      type: 'chat.sent.v1',
      subject: `note/${n}`,
      key: 'board/a',
      sequence: null,
      traceparent: 'trace',
      data: { note: `${n}`, board: 'a' },
    })),
  )
})

test('locks the keys of selected facts, so that ids of one key commit in order', async () => {
  const select = `select 'chat.sent.v1' as type, 'note/1' as subject, 'board/a' as key, '{}'::json as data`
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: firstAppended, resolve: markAppended } = Promise.withResolvers<void>()
  const first = testDatabase.database.transaction(async (sql) => {
    await outbox(sql).append(sent, { note: '1', board: 'a' })
    markAppended()
    await mayCommit
  })
  await firstAppended
  let isSecondAppended = false
  const second = testDatabase.database.transaction(async (sql) => {
    await outbox(sql).appendSelected(['board/a'], select, {})
    isSecondAppended = true
  })
  await vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toHaveLength(0))
  expect(isSecondAppended).toBe(false)
  commit()
  await Promise.all([first, second])
  expect(await readRows()).toHaveLength(2)
})

test('does not deadlock on batches with the same keys in another order', async () => {
  const boards = Array.from({ length: 40 }, (_, n) => `${n}`)
  const entries = boards.map((board) => entry(noted, { note: board, board }))
  const appendBatch = (ordered: typeof entries) =>
    testDatabase.database.transaction((sql) => outbox(sql).appendMany(ordered))
  await Promise.all(Array.from({ length: 8 }, (_, n) => appendBatch(n % 2 ? entries : entries.toReversed())))
  expect(await testDatabase.database('outbox_subjects').distinct().pluck('sequence')).toEqual([8])
})

test('wakes the relay of this process once per transaction, after the outermost commit', async () => {
  const onOutboxWake = vi.fn(() => true)
  const unregister = onWake(testDatabase.database, 'outbox', onOutboxWake)
  try {
    await testDatabase.database.transaction(async (sql) => {
      await sql.transaction(async (nested) => {
        await outbox(nested).append(noted, { note: '1', board: 'a' })
      })
      await outbox(sql).append(noted, { note: '2', board: 'a' })
      expect(onOutboxWake).not.toHaveBeenCalled()
    })
    await vi.waitFor(() => expect(onOutboxWake).toHaveBeenCalledTimes(1), { timeout: 30_000 })
    await testDatabase.database
      .transaction(async (sql) => {
        await outbox(sql).append(noted, { note: '3', board: 'a' })
        throw new Error('no')
      })
      .catch(() => {})
    await append('4')
    await vi.waitFor(() => expect(onOutboxWake).toHaveBeenCalledTimes(2), { timeout: 30_000 })
  } finally {
    unregister()
  }
})
