import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { readLedger } from '../ledger/ledger-read-model.ts'
import { readPicks } from '../picks/read-picks.ts'
import { projectUser } from '../projections/user-projection.ts'
import { leaderboardReadModel } from './leaderboard-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const FANS = 60
const LIMIT = 7

const boardOf = async (where: object) => {
  const { id, group_id } = await testDatabase.database('scopes').where(where).first('id', 'group_id')
  return { scopeId: id as number, groupId: group_id as number | null }
}
const openBoard = (scenario: TippingScenario) => boardOf({ weekend_id: scenario.weekendId, group_id: null })
const pageOf = async (board: Awaited<ReturnType<typeof boardOf>>, offset: number, limit = LIMIT): Promise<Entry[]> =>
  (await leaderboardReadModel(testDatabase.database).page(board, { limit, offset, viewer: 'nobody' })).entries

/** Fans with one name, who all tipped the same car. */
const playTied = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const raceId = await scenario.race()
  const later = await scenario.race({ sessionType: 'race2' })
  const cars = (await scenario.cars(2)) as [number, number]
  const fans: string[] = []
  for (let each = 0; each < FANS; each++)
    fans.push(await scenario.fan('sam', { username: null, firstName: 'Sam', lastName: null }))
  for (const fan of fans) await scenario.tip(fan, cars[0])
  await refreshBoards(testDatabase.database)
  return { scenario, raceId, later, cars, fans }
}

test('lists fans with a shared position once each over all pages, also while results are published', async () => {
  const { scenario, raceId, later, cars, fans } = await playTied()
  const board = await openBoard(scenario)
  const listed: Entry[] = []
  for (let offset = 0; offset < FANS; offset += LIMIT) {
    if (offset === 2 * LIMIT) await scenario.result(raceId, [cars[0]])
    if (offset === 4 * LIMIT) await scenario.result(later, [cars[1], cars[0]])
    if (offset === 6 * LIMIT) await scenario.result(raceId, [])
    listed.push(...(await pageOf(board, offset)))
  }
  expect(listed.map(({ userId }) => userId)).toEqual(fans.toSorted())
  const [first, last] = [await pageOf(board, 0), await pageOf(board, FANS - LIMIT)]
  for (const entry of [...first, ...last]) expect(entry).toMatchObject({ position: 1, tieBreak: 'shared' })
})

test('board totals equal the ledger after a provisional result, a penalty, a withdrawal and a republished result', async () => {
  const { scenario, raceId, cars, fans } = await playTied()
  const [firstFan = ''] = fans
  const total = async () =>
    (await pageOf(await openBoard(scenario), 0, FANS)).find(({ userId }) => userId === firstFan)?.totalPoints
  const ledgerTotal = async () =>
    (await readLedger(testDatabase.database, { userId: firstFan, weekendId: scenario.weekendId, allGroups: false }))
      .filter(({ inForce }) => inForce)
      .reduce((sum, { points }) => sum + points, 0)
  for (const [finished, points, status] of [
    [[cars[0], cars[1]], 50, 'provisional'],
    [[cars[1], cars[0]], 25, 'amended'],
    [[], 0, 'cancelled'],
    [[cars[0], cars[1]], 50, 'official'],
  ] as const) {
    await scenario.result(raceId, [...finished], { status })
    // Scoring the same request again changes nothing.
    for (const _ of [1, 2]) await scenario.score(raceId)
    expect([await total(), await ledgerTotal()]).toEqual([points, points])
  }
})

test('keeps the place of a leader whose account is deleted, as Anonymous', async () => {
  const { scenario, raceId, cars } = await playTied()
  const leader = await scenario.fan('leader')
  await scenario.tip(leader, cars[1])
  await scenario.result(raceId, [cars[1], cars[0]])
  await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: leader, deleted: true })))
  await refreshBoards(testDatabase.database)
  expect((await pageOf(await openBoard(scenario), 0))[0]).toMatchObject({
    userId: leader,
    position: 1,
    totalPoints: 50,
    username: null,
    firstName: null,
  })
})

test('gives no position in a group whose only race is abandoned, and shows its picks', async () => {
  const { scenario, raceId, cars, fans } = await playTied()
  const [firstFan = ''] = fans
  const group = await scenario.group({ selectedRaceIds: [raceId] })
  await scenario.join(group, firstFan)
  await scenario.tip(firstFan, cars[0], group)
  await scenario.result(raceId, [])
  const entries = await pageOf(await boardOf({ group_id: group.groupId }), 0)
  expect(entries).toMatchObject([{ userId: firstFan, position: null, totalPoints: 0 }])
  const picks = await readPicks(testDatabase).ofGroup(aFan({ userId: firstFan }), group)
  expect(picks.find(({ open }) => !open)).toMatchObject({ yours: cars[0] })
})
