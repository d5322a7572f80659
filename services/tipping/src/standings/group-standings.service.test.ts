import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { groupStandings } from './group-standings.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay']

const setUpScenario = async () => {
  const { database } = testDatabase
  const scenario = await createTippingScenario(database)
  const races = [await scenario.race({ sessionType: 'qualifying' }), await scenario.race(), await scenario.race()]
  const cars = await scenario.cars(6)
  const fans = await Promise.all(NAMES.map((name) => scenario.fan(name)))
  const open = await scenario.group()
  const hiding = await scenario.group({ hidePointsUntilApproved: true })
  const groups = [open, hiding]
  for (const [place, fan] of fans.entries()) {
    await scenario.join(open, fan)
    if (place > 0) await scenario.join(hiding, fan, place < 3)
    for (const group of groups) if (place > 0 || group === open) await scenario.tip(fan, cars[place % 4]!, group)
  }
  await scenario.join(hiding, 'group-admin')
  const boards = leaderboardReadModel(database)
  /** Reads the same standings from the pages of the groups' boards. */
  const readFromBoards = async (viewer: string) => {
    const viewersGroups = groups.filter((group) => group === hiding || viewer !== 'group-admin')
    return Promise.all(
      viewersGroups.map(async ({ groupId, scopeId }) => {
        const { version, ownEntry, total, entries } = await boards.page(
          { groupId, scopeId },
          { limit: 3, offset: 0, viewer },
        )
        const { position = null, totalPoints = null } = ownEntry ?? {}
        const shared = ownEntry?.tieBreak === 'shared'
        return { groupId, version, position, shared, totalPoints, memberCount: total, top: entries }
      }),
    )
  }
  const read = groupStandings(testDatabase)
  const expectEqualBoards = async (viewers = [...fans.slice(1), 'group-admin']) => {
    for (const viewer of viewers)
      expect(await read(aFan({ userId: viewer }), scenario.weekendId)).toEqual(await readFromBoards(viewer))
  }
  const refresh = async () => {
    await database('scopes').update({ refreshed_at: new Date(0) })
    await refreshBoards(database)
  }
  return { scenario, races, cars, fans, open, hiding, read, expectEqualBoards, refresh }
}

test('standings match the boards before a result, after the first one and after later ones', async () => {
  const { scenario, races, cars, expectEqualBoards, refresh } = await setUpScenario()
  await expectEqualBoards()
  await refresh()
  await expectEqualBoards()
  const [first, second, third] = cars as [number, number, number]
  for (const [place, order] of [
    [first, second, third],
    [third, second, first],
    [second, third, first],
  ].entries()) {
    await scenario.result(races[place]!, order)
    await expectEqualBoards()
  }
  await scenario.result(races[0]!, [second, first, third])
  await expectEqualBoards()
})

test('standings match the boards after a member was approved, left or joined', async () => {
  const { scenario, races, cars, fans, open, hiding, expectEqualBoards, refresh } = await setUpScenario()
  await scenario.result(races[0]!, cars.slice(0, 3))
  await expectEqualBoards()
  await scenario.approve(hiding, fans[4]!)
  await scenario.leave(open, fans[0]!)
  await scenario.join(open, await scenario.fan('gil'))
  await refresh()
  await expectEqualBoards()
  await scenario.rules(hiding, { hidePointsUntilApproved: false })
  await refresh()
  await expectEqualBoards()
})

test('hidden points disappear at once, although ranks are computed once per version', async () => {
  const { scenario, races, cars, fans, open, read } = await setUpScenario()
  await scenario.result(races[0]!, cars.slice(0, 3))
  const pending = await scenario.fan('gil')
  await scenario.join(open, pending, false)
  const topFor = async (userId: string) =>
    (await read(aFan({ userId }), scenario.weekendId)).find(({ groupId }) => groupId === open.groupId)
  expect(await topFor(pending)).toMatchObject({ totalPoints: 0 })
  await scenario.rules(open, { hidePointsUntilApproved: true })
  expect(await topFor(pending)).toMatchObject({ position: null, totalPoints: 0 })
  await scenario.leave(open, fans[1]!)
  expect((await topFor(fans[2]!))?.top.map(({ userId }) => userId)).not.toContain(fans[1])
})

test('standings leave out groups of another weekend, of other users and deleted groups', async () => {
  const { scenario, hiding, fans, read } = await setUpScenario()
  const other = await createTippingScenario(testDatabase.database)
  const [, bob] = fans as [string, string]
  expect(await read(aFan({ userId: bob }), other.weekendId)).toEqual([])
  expect(await read(aFan({ userId: fans[0]! }), scenario.weekendId)).toHaveLength(1)
  await scenario.change(hiding, { deleted: true })
  expect(await read(aFan({ userId: bob }), scenario.weekendId)).toHaveLength(1)
})

test('ranks are computed once per version of a board, for all callers', async () => {
  const { scenario, races, cars, fans, read } = await setUpScenario()
  await scenario.result(races[0]!, cars.slice(0, 3))
  let transactions = 0
  const countTransactions = ({ sql }: { sql: string }) => {
    if (/^begin/i.test(sql)) transactions += 1
  }
  testDatabase.database.on('query', countTransactions)
  for (const userId of [fans[1]!, fans[2]!, fans[1]!]) await read(aFan({ userId }), scenario.weekendId)
  expect(transactions).toBe(1)
  testDatabase.database.removeListener('query', countTransactions)
  await scenario.result(races[1]!, cars.slice(0, 3))
  testDatabase.database.on('query', countTransactions)
  for (const userId of [fans[1]!, fans[2]!]) await read(aFan({ userId }), scenario.weekendId)
  testDatabase.database.removeListener('query', countTransactions)
  expect(transactions).toBe(2)
})
