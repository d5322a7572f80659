import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, type Game, startGame } from '../../test/game.ts'
import { readLedger } from '../ledger/ledger-read-model.ts'
import { readPicks } from '../picks/read-picks.ts'
import { projectUser } from '../projections/user-projection.ts'
import { boardReadModel } from './board-read-model.ts'
import { refreshBoards } from './refresh-boards.ts'

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
const openBoard = (game: Game) => boardOf({ weekend_id: game.weekendId, group_id: null })
const pageOf = async (board: Awaited<ReturnType<typeof boardOf>>, offset: number, limit = LIMIT): Promise<Entry[]> =>
  (await boardReadModel(testDatabase.database).page(board, { limit, offset, viewer: 'nobody' })).entries

/** Fans with one name, who all tipped the same car. */
const playTied = async () => {
  const game = await startGame(testDatabase.database)
  const raceId = await game.race()
  const later = await game.race({ sessionType: 'race2' })
  const cars = (await game.cars(2)) as [number, number]
  const fans: string[] = []
  for (let each = 0; each < FANS; each++)
    fans.push(await game.fan('sam', { username: null, firstName: 'Sam', lastName: null }))
  for (const fan of fans) await game.tip(fan, cars[0])
  await refreshBoards(testDatabase.database)
  return { game, raceId, later, cars, fans }
}

test('lists fans with a shared position once each over all pages, also while results are published', async () => {
  const { game, raceId, later, cars, fans } = await playTied()
  const board = await openBoard(game)
  const listed: Entry[] = []
  for (let offset = 0; offset < FANS; offset += LIMIT) {
    if (offset === 2 * LIMIT) await game.result(raceId, [cars[0]])
    if (offset === 4 * LIMIT) await game.result(later, [cars[1], cars[0]])
    if (offset === 6 * LIMIT) await game.result(raceId, [])
    listed.push(...(await pageOf(board, offset)))
  }
  expect(listed.map(({ userId }) => userId)).toEqual(fans.toSorted())
  const [first, last] = [await pageOf(board, 0), await pageOf(board, FANS - LIMIT)]
  for (const entry of [...first, ...last]) expect(entry).toMatchObject({ position: 1, tieBreak: 'shared' })
})

test('board totals equal the ledger after a provisional result, a penalty, a withdrawal and a republished result', async () => {
  const { game, raceId, cars, fans } = await playTied()
  const [firstFan = ''] = fans
  const total = async () =>
    (await pageOf(await openBoard(game), 0, FANS)).find(({ userId }) => userId === firstFan)?.totalPoints
  const ledgerTotal = async () =>
    (await readLedger(testDatabase.database, { userId: firstFan, weekendId: game.weekendId, allGroups: false }))
      .filter(({ inForce }) => inForce)
      .reduce((sum, { points }) => sum + points, 0)
  for (const [finished, points, status] of [
    [[cars[0], cars[1]], 50, 'provisional'],
    [[cars[1], cars[0]], 25, 'amended'],
    [[], 0, 'cancelled'],
    [[cars[0], cars[1]], 50, 'official'],
  ] as const) {
    await game.result(raceId, [...finished], { status })
    // Scoring the same request again changes nothing.
    for (const _ of [1, 2]) await game.score(raceId)
    expect([await total(), await ledgerTotal()]).toEqual([points, points])
  }
})

test('keeps the place of a leader whose account is deleted, as Anonymous', async () => {
  const { game, raceId, cars } = await playTied()
  const leader = await game.fan('leader')
  await game.tip(leader, cars[1])
  await game.result(raceId, [cars[1], cars[0]])
  await testDatabase.database.transaction((sql) => projectUser(sql, aUser({ id: leader, deleted: true })))
  await refreshBoards(testDatabase.database)
  expect((await pageOf(await openBoard(game), 0))[0]).toMatchObject({
    userId: leader,
    position: 1,
    totalPoints: 50,
    username: null,
    firstName: null,
  })
})

test('gives no position in a group whose only race is abandoned, and shows its picks', async () => {
  const { game, raceId, cars, fans } = await playTied()
  const [firstFan = ''] = fans
  const group = await game.group({ selectedRaceIds: [raceId] })
  await game.join(group, firstFan)
  await game.tip(firstFan, cars[0], group)
  await game.result(raceId, [])
  const entries = await pageOf(await boardOf({ group_id: group.groupId }), 0)
  expect(entries).toMatchObject([{ userId: firstFan, position: null, totalPoints: 0 }])
  const picks = await readPicks(testDatabase).ofGroup(aFan({ userId: firstFan }), group.groupId)
  expect(picks.find(({ open }) => !open)).toMatchObject({ yours: cars[0] })
})
