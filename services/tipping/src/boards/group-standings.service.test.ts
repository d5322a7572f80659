import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../../test/game.ts'
import { boardReadModel } from './board-read-model.ts'
import { groupStandings } from './group-standings.ts'
import { refreshBoards } from './refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay']

const setUpGame = async () => {
  const { database } = testDatabase
  const game = await startGame(database)
  const races = [await game.race({ sessionType: 'qualifying' }), await game.race(), await game.race()]
  const cars = await game.cars(6)
  const fans = await Promise.all(NAMES.map((name) => game.fan(name)))
  const open = await game.group()
  const hiding = await game.group({ hidePointsUntilApproved: true })
  const groups = [open, hiding]
  for (const [place, fan] of fans.entries()) {
    await game.join(open, fan)
    if (place > 0) await game.join(hiding, fan, place < 3)
    for (const group of groups) if (place > 0 || group === open) await game.tip(fan, cars[place % 4]!, group)
  }
  await game.join(hiding, 'group-admin')
  const boards = boardReadModel(database)
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
      expect(await read(aFan({ userId: viewer }), game.weekendId)).toEqual(await readFromBoards(viewer))
  }
  const refresh = async () => {
    await database('scopes').update({ refreshed_at: new Date(0) })
    await refreshBoards(database)
  }
  return { game, races, cars, fans, open, hiding, read, expectEqualBoards, refresh }
}

test('standings match the boards before a result, after the first one and after later ones', async () => {
  const { game, races, cars, expectEqualBoards, refresh } = await setUpGame()
  await expectEqualBoards()
  await refresh()
  await expectEqualBoards()
  const [first, second, third] = cars as [number, number, number]
  for (const [place, order] of [
    [first, second, third],
    [third, second, first],
    [second, third, first],
  ].entries()) {
    await game.result(races[place]!, order)
    await expectEqualBoards()
  }
  await game.result(races[0]!, [second, first, third])
  await expectEqualBoards()
})

test('standings match the boards after a member was approved, left or joined', async () => {
  const { game, races, cars, fans, open, hiding, expectEqualBoards, refresh } = await setUpGame()
  await game.result(races[0]!, cars.slice(0, 3))
  await expectEqualBoards()
  await game.approve(hiding, fans[4]!)
  await game.leave(open, fans[0]!)
  await game.join(open, await game.fan('gil'))
  await refresh()
  await expectEqualBoards()
  await game.rules(hiding, { hidePointsUntilApproved: false })
  await refresh()
  await expectEqualBoards()
})

test('hidden points disappear at once, although ranks are computed once per version', async () => {
  const { game, races, cars, fans, open, read } = await setUpGame()
  await game.result(races[0]!, cars.slice(0, 3))
  const pending = await game.fan('gil')
  await game.join(open, pending, false)
  const topFor = async (userId: string) =>
    (await read(aFan({ userId }), game.weekendId)).find(({ groupId }) => groupId === open.groupId)
  expect(await topFor(pending)).toMatchObject({ totalPoints: 0 })
  await game.rules(open, { hidePointsUntilApproved: true })
  expect(await topFor(pending)).toMatchObject({ position: null, totalPoints: 0 })
  await game.leave(open, fans[1]!)
  expect((await topFor(fans[2]!))?.top.map(({ userId }) => userId)).not.toContain(fans[1])
})

test('standings leave out groups of another weekend, of other users and deleted groups', async () => {
  const { game, hiding, fans, read } = await setUpGame()
  const other = await startGame(testDatabase.database)
  const [, bob] = fans as [string, string]
  expect(await read(aFan({ userId: bob }), other.weekendId)).toEqual([])
  expect(await read(aFan({ userId: fans[0]! }), game.weekendId)).toHaveLength(1)
  await game.change(hiding, { deleted: true })
  expect(await read(aFan({ userId: bob }), game.weekendId)).toHaveLength(1)
})

test('ranks are computed once per version of a board, for all callers', async () => {
  const { game, races, cars, fans, read } = await setUpGame()
  await game.result(races[0]!, cars.slice(0, 3))
  let transactions = 0
  const countTransactions = ({ sql }: { sql: string }) => {
    if (/^begin/i.test(sql)) transactions += 1
  }
  testDatabase.database.on('query', countTransactions)
  for (const userId of [fans[1]!, fans[2]!, fans[1]!]) await read(aFan({ userId }), game.weekendId)
  expect(transactions).toBe(1)
  testDatabase.database.removeListener('query', countTransactions)
  await game.result(races[1]!, cars.slice(0, 3))
  testDatabase.database.on('query', countTransactions)
  for (const userId of [fans[1]!, fans[2]!]) await read(aFan({ userId }), game.weekendId)
  testDatabase.database.removeListener('query', countTransactions)
  expect(transactions).toBe(2)
})
