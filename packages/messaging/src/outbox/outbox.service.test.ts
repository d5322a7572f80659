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

let state: TestDatabase
beforeAll(async () => {
  state = await createTestDatabase({ service: 'chat' })
})
afterEach(() => state.database.raw('truncate outbox, outbox_subjects, outbox_keys'))
afterAll(() => state.drop())

const rows = () => state.database('outbox').select('subject', 'sequence', 'data', 'traceparent').orderBy('id')
const append = (note: string, board = 'a') =>
  state.database.transaction((sql) => outbox(sql).append(noted, { note, board }))

test('assigns each event an id and the next sequence of its subject', async () => {
  const first = await append('1')
  const second = await append('1')
  const other = await append('2')
  expect([first, second, other].map(({ sequence }) => sequence)).toEqual([1, 2, 1])
  expect(await state.database('outbox').pluck('event_id')).toContain(second.id)
})

test('appends nothing when the transaction rolls back', async () => {
  await expect(
    state.database.transaction(async (sql) => {
      await outbox(sql).append(noted, { note: '1', board: 'a' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await rows()).toEqual([])
  expect((await append('1')).sequence).toBe(1)
})

test('rejects data that break the definition', async () => {
  const broken = JSON.parse('{"note":1,"board":"a"}')
  await expect(state.database.transaction((sql) => outbox(sql).append(noted, broken))).rejects.toThrow()
})

test('appends many events in order with sequences per subject', async () => {
  await append('1')
  const entries = ['1', '2', '1', '3', '2'].map((note) => entry(noted, { note, board: note }))
  await state.database.transaction((sql) => outbox(sql).appendMany(entries, { traceparent: 'trace' }))
  const all = await rows()
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
  await state.database.transaction(async (sql) => {
    expect((await outbox(sql).append(sent, { note: '1', board: 'a' })).sequence).toBeUndefined()
    await outbox(sql).appendMany([entry(sent, { note: '1', board: 'a' }), entry(sent, { note: '2', board: 'b' })])
  })
  expect((await rows()).map(({ subject, sequence }) => [subject, sequence])).toEqual([
    ['note/1', null],
    ['note/1', null],
    ['note/2', null],
  ])
  expect(await state.database('outbox_subjects')).toEqual([])
  expect(await state.database('outbox_keys').pluck('key')).toEqual(['board/a', 'board/b'])
})

test('appends states and facts in order and numbers only the states', async () => {
  const entries = [
    entry(noted, { note: '1', board: 'a' }),
    entry(sent, { note: '1', board: 'a' }),
    entry(noted, { note: '1', board: 'a' }),
    entry(sent, { note: '2', board: 'a' }),
  ]
  await state.database.transaction((sql) => outbox(sql).appendMany(entries))
  const all = await state.database('outbox').select('type', 'subject', 'sequence').orderBy('id')
  expect(all.map(({ type, subject, sequence }) => `${type} ${subject} ${sequence}`)).toEqual([
    'chat.noted.v1 note/1 1',
    'chat.sent.v1 note/1 null',
    'chat.noted.v1 note/1 2',
    'chat.sent.v1 note/2 null',
  ])
  expect(await state.database('outbox_subjects')).toMatchObject([{ subject: 'note/1', sequence: 2 }])
})

test('appends events produced by SQL in one statement', async () => {
  await state.database.transaction(async (sql) => {
    await sql.raw(
      `select outbox_append_many(array_agg(
         row('state', 'chat.noted.v1', 'note/' || n, 'board/a', json_build_object('note', n::text, 'board', 'a'))::outbox_entry
         order by n desc), p_traceparent => 'trace')
       from generate_series(1, 3) n`,
    )
  })
  expect(await rows()).toMatchObject(
    [3, 2, 1].map((n) => ({ subject: `note/${n}`, sequence: 1, data: { note: `${n}` } })),
  )
})

test('appends selected facts in order and with the trace, only when the transaction commits', async () => {
  const facts = (sql: Transaction) =>
    outbox(sql).appendSelected(
      ['board/a'],
      `select 'chat.sent.v1' as type, 'note/' || n as subject, 'board/' || :board::text as key,
         json_build_object('note', n::text, 'board', :board::text) as data
       from generate_series(1, 3) n order by n desc`,
      { board: 'a' },
      { traceparent: 'trace' },
    )
  await state.database
    .transaction(async (sql) => {
      await facts(sql)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await rows()).toEqual([])
  await state.database.transaction(facts)
  const all = await state.database('outbox').orderBy('id')
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
  const { promise: isAppended, resolve: appended } = Promise.withResolvers<void>()
  const first = state.database.transaction(async (sql) => {
    await outbox(sql).append(sent, { note: '1', board: 'a' })
    appended()
    await mayCommit
  })
  await isAppended
  let isSecond = false
  const second = state.database.transaction(async (sql) => {
    await outbox(sql).appendSelected(['board/a'], select, {})
    isSecond = true
  })
  await vi.waitFor(async () => expect(await lockWaiters(state.database)).not.toHaveLength(0))
  expect(isSecond).toBe(false)
  commit()
  await Promise.all([first, second])
  expect(await rows()).toHaveLength(2)
})

test('does not deadlock on batches with the same keys in another order', async () => {
  const boards = Array.from({ length: 40 }, (_, n) => `${n}`)
  const entries = boards.map((board) => entry(noted, { note: board, board }))
  const batch = (ordered: typeof entries) => state.database.transaction((sql) => outbox(sql).appendMany(ordered))
  await Promise.all(Array.from({ length: 8 }, (_, n) => batch(n % 2 ? entries : entries.toReversed())))
  expect(await state.database('outbox_subjects').distinct().pluck('sequence')).toEqual([8])
})

test('wakes the relay of this process once per transaction, after the outermost commit', async () => {
  const poke = vi.fn(() => true)
  const unregister = onWake(state.database, 'outbox', poke)
  try {
    await state.database.transaction(async (sql) => {
      await sql.transaction(async (nested) => {
        await outbox(nested).append(noted, { note: '1', board: 'a' })
      })
      await outbox(sql).append(noted, { note: '2', board: 'a' })
      expect(poke).not.toHaveBeenCalled()
    })
    await vi.waitFor(() => expect(poke).toHaveBeenCalledTimes(1), { timeout: 30_000 })
    await state.database
      .transaction(async (sql) => {
        await outbox(sql).append(noted, { note: '3', board: 'a' })
        throw new Error('no')
      })
      .catch(() => {})
    await append('4')
    await vi.waitFor(() => expect(poke).toHaveBeenCalledTimes(2), { timeout: 30_000 })
  } finally {
    unregister()
  }
})
