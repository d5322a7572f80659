import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { type Database, openDatabase } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { leaderboardReadModel } from './leaderboard-read-model.ts'
import { queryLeaderboards } from './query-leaderboards-sql.ts'

let testDatabase: TestDatabase
/** A single connection, which owns its prepared statements. */
let connection: Database
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
  connection = openDatabase({ url: testDatabase.url, schema: 'tipping', maxConnections: 1, idleConnectionMs: 600_000 })
})
afterAll(async () => {
  await connection.destroy()
  await testDatabase.drop()
})

/** Creates the open board of a new weekend with this many fans who have points. */
const boardOf = async (fans: number) => {
  const { database } = testDatabase
  const { weekendId } = await createTippingScenario(database)
  const board = await leaderboardReadModel(database).find(openCompetition(weekendId))
  if (!board) throw new Error('no board')
  const add = (from: number, to: number) =>
    database.raw(
      `insert into standings (scope_id, user_id, sort_name, total)
       select ?, 'fan-' || n, 'fan ' || n, n from generate_series(?::integer, ?::integer) n`,
      [board.scopeId, from, to],
    )
  await add(1, fans)
  return { board, add }
}

let count = 0
/** Whether a query of these boards is planned once for its connection. */
const isPreparedOnce = async (scopeIds: number[]): Promise<boolean> => {
  const name = `question-${++count}`
  const statement = 'select cardinality(:scopeIds::bigint[]) as size'
  expect(await queryLeaderboards(connection, scopeIds, { name, statement, bindings: { scopeIds } })).toEqual([
    { size: scopeIds.length },
  ])
  const { rows } = await connection.raw('select name from pg_prepared_statements where name = ?', [name])
  return rows.length === 1
}

test('queries of boards of up to a hundred rows are planned once, unless one board has more', async () => {
  const { board: few } = await boardOf(3)
  const { board: many, add } = await boardOf(100)
  expect(await isPreparedOnce([few.scopeId, many.scopeId])).toBe(true)
  await add(101, 101)
  expect(await isPreparedOnce([few.scopeId, many.scopeId])).toBe(false)
  expect(await isPreparedOnce([few.scopeId])).toBe(true)
})

test('queries of more than twenty boards are not planned once', async () => {
  const { board } = await boardOf(1)
  const scopeIdsOf = (size: number) => Array.from({ length: size }, (_, place) => board.scopeId + 1_000 + place)
  expect(await isPreparedOnce(scopeIdsOf(20))).toBe(true)
  expect(await isPreparedOnce(scopeIdsOf(21))).toBe(false)
})

test('a page is the same by a generic plan, and for a board that has just become large', async () => {
  const { board, add } = await boardOf(100)
  const read = () => leaderboardReadModel(connection).page(board, { limit: 50, offset: 10, viewer: 'fan-7' })
  const first = await read()
  expect(first.entries).toHaveLength(50)
  // From the sixth execution on Postgres may use a generic plan.
  for (let time = 2; time <= 8; time += 1) expect(await read()).toEqual(first)
  await add(0, 0)
  expect(await read()).toEqual({ ...first, total: first.total + 1, newcomers: first.newcomers + 1 })
})
