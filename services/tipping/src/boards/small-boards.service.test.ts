import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../testing/game.ts'
import { boardReadModel } from './board-read-model.ts'
import { areSmall } from './small-boards.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

/** The open board of a new weekend, with so many fans who have points. */
const boardOf = async (fans: number) => {
  const { database } = clone
  const { weekendId } = await startGame(database)
  const board = await boardReadModel(database).findOpen(weekendId)
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

test('a board is small with a hundred rows, and not with one more; of several each has to be', async () => {
  const { database } = clone
  const [{ board: few }, { board: many, add }] = [await boardOf(3), await boardOf(100)]
  expect(await areSmall(database, [few.scopeId, many.scopeId])).toBe(true)
  await add(101, 101)
  expect(await areSmall(database, [few.scopeId, many.scopeId])).toBe(false)
  expect(await areSmall(database, [few.scopeId])).toBe(true)
})

test('a page says the same of a board that has just become a large one', async () => {
  const { board, add } = await boardOf(100)
  const read = () => boardReadModel(clone.database).page(board, { limit: 50, offset: 10, viewer: 'fan-7' })
  const [small] = [await read(), await add(0, 0)]
  const large = await read()
  expect(small.entries).toHaveLength(50)
  expect(large.entries).toEqual(small.entries)
  expect(large.own).toEqual(small.own)
  expect(large.total).toBe(small.total + 1)
})
