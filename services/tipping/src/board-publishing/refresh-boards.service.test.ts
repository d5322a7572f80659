import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { refreshBoards } from './refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const findOpenBoard = async ({ weekendId }: TippingScenario) => {
  const board = await leaderboardReadModel(testDatabase.database).find(openCompetition(weekendId))
  if (!board) throw new Error('no board')
  return board
}
const readState = async (scenario: TippingScenario) =>
  leaderboardReadModel(testDatabase.database).state(await findOpenBoard(scenario))
const page = async (scenario: TippingScenario) =>
  leaderboardReadModel(testDatabase.database).page(await findOpenBoard(scenario), { limit: 100, offset: 0 })
const makeDue = () => testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
/** On a machine of any speed. */
const makeNotDue = () =>
  testDatabase
    .database('scopes')
    .update({ refreshed_at: testDatabase.database.raw(`clock_timestamp() + interval '1 minute'`) })
const boardEvents = async ({ weekendId }: TippingScenario) => {
  const rows = await testDatabase
    .database('outbox')
    .where({ subject: `board/open/${weekendId}` })
    .orderBy('id')
    .select('data')
  return rows.map(({ data }) => data)
}
const setUpScenario = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  await scenario.race({ sessionType: 'race2' })
  const cars = await scenario.cars(3)
  return { scenario, race, cars }
}

test('newcomers are on the board at once and in a version soon after', async () => {
  const { scenario, cars } = await setUpScenario()
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, cars[0]!)
  expect(await page(scenario)).toMatchObject({
    version: 0,
    total: 1,
    newcomers: 1,
    entries: [{ userId: ann, totalPoints: 0 }],
  })
  await refreshBoards(testDatabase.database)
  expect(await page(scenario)).toMatchObject({ version: 1, total: 1, newcomers: 0 })
  expect(await boardEvents(scenario)).toMatchObject([
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
  const { scenario, cars } = await setUpScenario()
  await scenario.tip(await scenario.fan('ann'), cars[0]!)
  await refreshBoards(testDatabase.database)
  await scenario.tip(await scenario.fan('bob'), cars[0]!)
  await makeNotDue()
  await refreshBoards(testDatabase.database)
  expect((await readState(scenario)).version).toBe(1)
  await makeDue()
  await refreshBoards(testDatabase.database)
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect(await readState(scenario)).toMatchObject({ version: 2, total: 2, ranks: [{ count: 2 }] })
})

test('a further tip of a participant is published within ten seconds, a changed tip is not', async () => {
  const { scenario, cars } = await setUpScenario()
  await scenario.race({ category: SUPER2 })
  const [other] = await scenario.cars(1, SUPER2)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, cars[0]!)
  await refreshBoards(testDatabase.database)
  await scenario.tip(ann, other!, { category: SUPER2 })
  const secondsAgo = (seconds: number) =>
    testDatabase
      .database('scopes')
      .update({ refreshed_at: testDatabase.database.raw(`clock_timestamp() - interval '${seconds} s'`) })
  await secondsAgo(5)
  await refreshBoards(testDatabase.database)
  expect((await readState(scenario)).version).toBe(1)
  await secondsAgo(10)
  await refreshBoards(testDatabase.database)
  // The last frame that a socket gets equals a reply.
  expect((await boardEvents(scenario)).at(-1)).toMatchObject({
    ...{ version: 2, reason: 'newcomers', changed: [], entries: [{ userId: ann, tipsSubmitted: 2 }] },
  })
  await scenario.tip(ann, cars[1]!)
  await secondsAgo(60)
  await refreshBoards(testDatabase.database)
  expect((await readState(scenario)).version).toBe(2)
})

test('newcomers do not change positionChange and rank behind all others', async () => {
  const { scenario, race, cars } = await setUpScenario()
  const fans = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(fans[0]!, cars[1]!)
  await scenario.tip(fans[1]!, cars[0]!)
  await scenario.result(race, cars)
  await scenario.result(race, [cars[1]!, cars[0]!])
  await scenario.tip(await scenario.fan('cat'), cars[0]!)
  const expected = [
    { username: 'ann', position: 1, positionChange: 1 },
    { username: 'bob', position: 2, positionChange: -1 },
    { username: 'cat', position: 3, positionChange: 0 },
  ]
  expect((await page(scenario)).entries).toMatchObject(expected)
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect((await page(scenario)).entries).toMatchObject(expected)
})

test('a renamed participant moves among ties and gives the board a new version', async () => {
  const { scenario, cars } = await setUpScenario()
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(ann, cars[0]!)
  await scenario.tip(bob, cars[0]!)
  await refreshBoards(testDatabase.database)
  await scenario.rename(ann, 'Zoë')
  await makeDue()
  await refreshBoards(testDatabase.database)
  expect(await page(scenario)).toMatchObject({ version: 2, entries: [{ username: 'bob' }, { username: 'Zoë' }] })
})

test('a fan whose name arrives after the tip is sorted by that name', async () => {
  const { scenario, cars } = await setUpScenario()
  await scenario.tip('unknown', cars[0]!)
  await scenario.tip(await scenario.fan('bob'), cars[0]!)
  expect((await page(scenario)).entries).toMatchObject([{ userId: 'unknown', username: null }, { username: 'bob' }])
  await scenario.rename('unknown', 'Zoë')
  await refreshBoards(testDatabase.database)
  expect((await page(scenario)).entries).toMatchObject([{ username: 'bob' }, { username: 'Zoë' }])
})

test('a member who tips before the identity event arrives is sorted by name in the group', async () => {
  const { scenario, cars } = await setUpScenario()
  const group = await scenario.group()
  const ann = await scenario.fan('ann')
  const names = { username: 'zoe', firstName: null, lastName: null }
  for (const fan of [ann, 'unpublished']) await scenario.join(group, fan)
  await refreshBoards(testDatabase.database)
  await scenario.tip('unpublished', cars[0]!, { names })
  await makeDue()
  await refreshBoards(testDatabase.database)
  const sorted = await testDatabase.database('standings').where({ scope_id: group.scopeId }).orderBy('user_id')
  expect(sorted.map(({ sort_name }) => sort_name)).toEqual(['ann', 'zoe'])
  const board = await leaderboardReadModel(testDatabase.database).find({
    weekendId: scenario.weekendId,
    groupId: group.groupId,
  })
  const { entries } = await leaderboardReadModel(testDatabase.database).page(board!, { limit: 10, offset: 0 })
  expect(entries.map(({ username }) => username)).toEqual(['ann', 'zoe'])
})
