import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, type Game, startGame } from '../../test/game.ts'
import { boardReadModel } from './board-read-model.ts'
import { refreshBoards } from './refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const EARLIER = '2026-11-23T04:00:00.000Z'
const LATER = '2026-11-23T04:00:05.000Z'

const openBoard = async ({ weekendId }: Game) => {
  const boards = boardReadModel(testDatabase.database)
  const board = await boards.findOpen(weekendId)
  const { version, changedAt } = await boards.state(board!)
  expect((await boards.head(board!, null)).changedAt).toBe(changedAt)
  return { version, changedAt }
}
const publishedChangedAt = async ({ weekendId }: Game): Promise<(string | null)[]> => {
  const { rows } = await testDatabase.database.raw<{
    rows: { data: { changedAt: string | null; groupId: number | null } }[]
  }>(`select data from outbox where key = ? and type = 'tipping.board-changed.v1' order by id`, [
    `weekend/${weekendId}`,
  ])
  return rows.flatMap(({ data }) => (data.groupId === null ? [data.changedAt] : []))
}

test('changedAt is the publication time of the latest result and is not changed by newcomers', async () => {
  const game = await startGame(testDatabase.database)
  const [first, second, practice] = [
    await game.race(),
    await game.race({ sessionType: 'race2' }),
    await game.race({ sessionType: 'practice' }),
  ]
  const cars = await game.cars(3)
  await game.tip(await game.fan('ann'), cars[0]!)
  expect((await openBoard(game)).changedAt).toBeNull()
  await game.result(second!, cars, { publishedAt: LATER })
  expect((await openBoard(game)).changedAt).toBe(LATER)
  // Published before that result and scored after it.
  await game.result(first!, cars, { publishedAt: EARLIER })
  const scored = await openBoard(game)
  expect(scored.changedAt).toBe(LATER)
  await game.result(practice!, cars, { publishedAt: '2026-11-23T05:00:00.000Z' })
  expect(await openBoard(game)).toEqual(scored)
  await game.race({ sessionType: 'race3' })
  await game.tip(await game.fan('bob'), cars[1]!)
  await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(testDatabase.database)
  const refreshed = await openBoard(game)
  expect(refreshed.version).toBeGreaterThan(scored.version)
  expect(refreshed.changedAt).toBe(LATER)
  expect(await publishedChangedAt(game)).toEqual([LATER, LATER, LATER])
})
