import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { leaderboardReadModel } from './leaderboard-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const EARLIER = '2026-11-23T04:00:00.000Z'
const LATER = '2026-11-23T04:00:05.000Z'

const openBoard = async ({ weekendId }: TippingScenario) => {
  const boards = leaderboardReadModel(testDatabase.database)
  const board = await boards.find(openCompetition(weekendId))
  const { version, changedAt } = await boards.state(board!)
  expect((await boards.head(board!, null)).changedAt).toBe(changedAt)
  return { version, changedAt }
}
const publishedChangedAt = async ({ weekendId }: TippingScenario): Promise<(string | null)[]> => {
  const { rows } = await testDatabase.database.raw<{
    rows: { data: { changedAt: string | null; groupId: number | null } }[]
  }>(`select data from outbox where key = ? and type = 'tipping.board-changed.v1' order by id`, [
    `weekend/${weekendId}`,
  ])
  return rows.flatMap(({ data }) => (data.groupId === null ? [data.changedAt] : []))
}

test('changedAt is the publication time of the latest result and is not changed by newcomers', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [first, second, practice] = [
    await scenario.race(),
    await scenario.race({ sessionType: 'race2' }),
    await scenario.race({ sessionType: 'practice' }),
  ]
  const cars = await scenario.cars(3)
  await scenario.tip(await scenario.fan('ann'), cars[0]!)
  expect((await openBoard(scenario)).changedAt).toBeNull()
  await scenario.result(second!, cars, { publishedAt: LATER })
  expect((await openBoard(scenario)).changedAt).toBe(LATER)
  // Published before that result and scored after it.
  await scenario.result(first!, cars, { publishedAt: EARLIER })
  const scored = await openBoard(scenario)
  expect(scored.changedAt).toBe(LATER)
  await scenario.result(practice!, cars, { publishedAt: '2026-11-23T05:00:00.000Z' })
  expect(await openBoard(scenario)).toEqual(scored)
  await scenario.race({ sessionType: 'race3' })
  await scenario.tip(await scenario.fan('bob'), cars[1]!)
  await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(testDatabase.database)
  const refreshed = await openBoard(scenario)
  expect(refreshed.version).toBeGreaterThan(scored.version)
  expect(refreshed.changedAt).toBe(LATER)
  expect(await publishedChangedAt(scenario)).toEqual([LATER, LATER, LATER])
})
