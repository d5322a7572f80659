import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, type Game, SUPER2, startGame } from '../../test/game.ts'
import { boardReadModel } from './board-read-model.ts'
import { refreshBoards } from './refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const findOpenBoard = async ({ weekendId }: Game) => {
  const board = await boardReadModel(testDatabase.database).findOpen(weekendId)
  if (!board) throw new Error('no board')
  return board
}
const readState = async (game: Game) => boardReadModel(testDatabase.database).state(await findOpenBoard(game))
const page = async (game: Game) =>
  boardReadModel(testDatabase.database).page(await findOpenBoard(game), { limit: 100, offset: 0 })
const makeDue = () => testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
/** On a machine of any speed. */
const makeNotDue = () =>
  testDatabase
    .database('scopes')
    .update({ refreshed_at: testDatabase.database.raw(`clock_timestamp() + interval '1 minute'`) })
const boardEvents = async ({ weekendId }: Game) => {
  const rows = await testDatabase
    .database('outbox')
    .where({ subject: `board/open/${weekendId}` })
    .orderBy('id')
    .select('data')
  return rows.map(({ data }) => data)
}
const setUpGame = async () => {
  const game = await startGame(testDatabase.database)
  const race = await game.race()
  await game.race({ sessionType: 'race2' })
  const cars = await game.cars(3)
  return { game, race, cars }
}

test('newcomers are on the board at once and in a version soon after', async () => {
  const { game, cars } = await setUpGame()
  const ann = await game.fan('ann')
  await game.tip(ann, cars[0]!)
  expect(await page(game)).toMatchObject({
    version: 0,
    total: 1,
    newcomers: 1,
    entries: [{ userId: ann, totalPoints: 0 }],
  })
  await refreshBoards(testDatabase.database)
  expect(await page(game)).toMatchObject({ version: 1, total: 1, newcomers: 0 })
  expect(await boardEvents(game)).toMatchObject([
    {
      version: 1,
      reason: 'newcomers',
      total: 1,
      ranks: [{ points: 0, count: 1, position: null }],
      changed: [{ userId: ann }],
    },
  ])
})

test('a board gets at most one refresh version a second, and none without changes', async () => {
  const { game, cars } = await setUpGame()
  await game.tip(await game.fan('ann'), cars[0]!)
  await refreshBoards(testDatabase.database)
  await game.tip(await game.fan('bob'), cars[0]!)
  await makeNotDue()
  await refreshBoards(testDatabase.database)
  expect((await readState(game)).version).toBe(1)
  await makeDue()
  await refreshBoards(testDatabase.database)
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect(await readState(game)).toMatchObject({ version: 2, total: 2, ranks: [{ count: 2 }] })
})

test('a further tip of a participant is published within ten seconds, a changed tip is not', async () => {
  const { game, cars } = await setUpGame()
  await game.race({ category: SUPER2 })
  const [other] = await game.cars(1, SUPER2)
  const ann = await game.fan('ann')
  await game.tip(ann, cars[0]!)
  await refreshBoards(testDatabase.database)
  await game.tip(ann, other!, { category: SUPER2 })
  const secondsAgo = (seconds: number) =>
    testDatabase
      .database('scopes')
      .update({ refreshed_at: testDatabase.database.raw(`clock_timestamp() - interval '${seconds} s'`) })
  await secondsAgo(5)
  await refreshBoards(testDatabase.database)
  expect((await readState(game)).version).toBe(1)
  await secondsAgo(10)
  await refreshBoards(testDatabase.database)
  // The last frame that a socket gets equals a reply.
  expect((await boardEvents(game)).at(-1)).toMatchObject({
    ...{ version: 2, reason: 'newcomers', changed: [], entries: [{ userId: ann, tipsSubmitted: 2 }] },
  })
  await game.tip(ann, cars[1]!)
  await secondsAgo(60)
  await refreshBoards(testDatabase.database)
  expect((await readState(game)).version).toBe(2)
})

test('newcomers do not change positionChange and rank behind all others', async () => {
  const { game, race, cars } = await setUpGame()
  const fans = [await game.fan('ann'), await game.fan('bob')]
  await game.tip(fans[0]!, cars[1]!)
  await game.tip(fans[1]!, cars[0]!)
  await game.result(race, cars)
  await game.result(race, [cars[1]!, cars[0]!])
  await game.tip(await game.fan('cat'), cars[0]!)
  const expected = [
    { username: 'ann', position: 1, positionChange: 1 },
    { username: 'bob', position: 2, positionChange: -1 },
    { username: 'cat', position: 3, positionChange: 0 },
  ]
  expect((await page(game)).entries).toMatchObject(expected)
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect((await page(game)).entries).toMatchObject(expected)
})

test('a renamed participant moves among ties and gives the board a new version', async () => {
  const { game, cars } = await setUpGame()
  const [ann, bob] = [await game.fan('ann'), await game.fan('bob')]
  await game.tip(ann, cars[0]!)
  await game.tip(bob, cars[0]!)
  await refreshBoards(testDatabase.database)
  await game.rename(ann, 'Zoë')
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect(await page(game)).toMatchObject({ version: 2, entries: [{ username: 'bob' }, { username: 'Zoë' }] })
})

test('a fan whose name arrives after the tip is sorted by that name', async () => {
  const { game, cars } = await setUpGame()
  await game.tip('unknown', cars[0]!)
  await game.tip(await game.fan('bob'), cars[0]!)
  expect((await page(game)).entries).toMatchObject([{ userId: 'unknown', username: null }, { username: 'bob' }])
  await game.rename('unknown', 'Zoë')
  await refreshBoards(testDatabase.database)
  expect((await page(game)).entries).toMatchObject([{ username: 'bob' }, { username: 'Zoë' }])
})

test('a member who tips before the identity event arrives is sorted by name in the group', async () => {
  const { game, cars } = await setUpGame()
  const group = await game.group()
  const ann = await game.fan('ann')
  const names = { username: 'zoe', firstName: null, lastName: null }
  for (const fan of [ann, 'unpublished']) await game.join(group, fan)
  await refreshBoards(testDatabase.database)
  await game.tip('unpublished', cars[0]!, { names })
  await makeDue()
  await refreshBoards(testDatabase.database)
  const sorted = await testDatabase.database('standings').where({ scope_id: group.scopeId }).orderBy('user_id')
  expect(sorted.map(({ sort_name }) => sort_name)).toEqual(['ann', 'zoe'])
  const board = await boardReadModel(testDatabase.database).findGroup(game.weekendId, group.groupId)
  const { entries } = await boardReadModel(testDatabase.database).page(board!, { limit: 10, offset: 0 })
  expect(entries.map(({ username }) => username)).toEqual(['ann', 'zoe'])
})
