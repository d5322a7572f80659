import type { TestDatabase } from '@purple-sector/testing'
import { aSeason } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2 } from '../../test/tipping-scenario.ts'
import { fanFigures } from './fan-figures.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const setUpScenario = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const races = [await scenario.race({ name: 'Race 1' }), await scenario.race({ name: 'Race 2' })] as const
  const [winner, second, third] = (await scenario.cars(3)) as [number, number, number]
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(ann, winner)
  await scenario.tip(bob, second)
  const readFigures = fanFigures(testDatabase)
  return {
    scenario,
    races,
    winner,
    second,
    third,
    ann,
    bob,
    figuresOf: (userId: string) => readFigures({ userId, weekendId: scenario.weekendId }),
  }
}

test('fan figures have neither position nor race before the first result', async () => {
  const { ann, figuresOf } = await setUpScenario()
  expect(await figuresOf(ann)).toMatchObject({
    participants: 2,
    standing: { position: null, totalPoints: 0, tipsSubmitted: 1, successRate: 0, recentForm: [] },
    latestRace: null,
    groups: [],
  })
  expect((await figuresOf('nobody')).standing).toBeNull()
  const inUnknownWeekend = { userId: ann, weekendId: 987_654 }
  expect(await fanFigures(testDatabase)(inUnknownWeekend)).toEqual({
    ...{ participants: 0, standing: null, latestRace: null, groups: [] },
    ...{ changedAt: null, season: null },
  })
})

test('fan figures equal the row of the board and have the last race with the points of the tip', async () => {
  const { scenario, races, winner, second, third, ann, bob, figuresOf } = await setUpScenario()
  await scenario.result(races[0], [winner, second, third])
  await scenario.result(races[1], [third, second, winner])
  expect(await figuresOf(bob)).toMatchObject({
    standing: { position: 2, isShared: false, totalPoints: 50, picks: { first: 0, second: 2, third: 0 } },
    latestRace: { raceId: races[1], podium: [third, second, winner], tippedCarId: second, points: 25, revision: 1 },
  })
  expect((await figuresOf(ann)).changedAt).not.toBeNull()
  expect((await figuresOf(ann)).standing).toMatchObject({
    position: 1,
    totalPoints: 65,
    tipsSubmitted: 1,
    successRate: 100,
    recentForm: [50, 15],
  })
})

test('fan figures have a shared position for a tie, and never a withdrawn race as the last one', async () => {
  const { scenario, races, winner, second, third, ann, figuresOf } = await setUpScenario()
  const eve = await scenario.fan('eve')
  await scenario.tip(eve, winner)
  await scenario.result(races[0], [winner, second, third])
  await scenario.result(races[1], [second, third, winner])
  await scenario.result(races[1], [])
  expect(await figuresOf(ann)).toMatchObject({
    standing: { position: 1, isShared: true, totalPoints: 50 },
    latestRace: { raceId: races[0], revision: 1, points: 50 },
  })
})

test('fan figures never have practice or a race outside the filter as the last race, and 0 points without a tip', async () => {
  const { scenario, races, winner, ann, figuresOf } = await setUpScenario()
  const [counting, practice] = [
    await scenario.race({ category: SUPER2 }),
    await scenario.race({ sessionType: 'practice' }),
  ]
  const [first] = (await scenario.cars(1, SUPER2)) as [number]
  await scenario.filter([counting, practice])
  await scenario.result(counting, [first])
  await scenario.result(races[1], [winner])
  await scenario.result(practice, [winner])
  expect((await figuresOf(ann)).latestRace).toMatchObject({
    raceId: counting,
    podium: [first],
    tippedCarId: null,
    points: 0,
  })
})

test('fan figures have the position and the member count in each group of the fan', async () => {
  const { scenario, races, winner, second, third, ann, bob, figuresOf } = await setUpScenario()
  const group = await scenario.group()
  for (const [fan, car] of [
    [ann, second],
    [bob, winner],
  ] as const) {
    await scenario.join(group, fan)
    await scenario.tip(fan, car, group)
  }
  await scenario.result(races[0], [winner, second, third])
  const { groupId } = group
  expect((await figuresOf(bob)).groups).toEqual([
    { groupId, position: 1, isShared: false, totalPoints: 50, memberCount: 2 },
  ])
  expect((await figuresOf(ann)).groups).toMatchObject([{ groupId, position: 2, totalPoints: 25 }])
})

test('fan figures have the place in the open season that the weekend is a round of', async () => {
  const { scenario, races, winner, second, third, ann, bob, figuresOf } = await setUpScenario()
  const { database } = testDatabase
  const next = await createTippingScenario(database)
  const season = aSeason({ name: '2026 Championship', weekendIds: [scenario.weekendId, next.weekendId] })
  await applySeason(database, season)
  await settleSeasons(database)
  expect((await figuresOf(ann)).season).toMatchObject({ position: null, totalPoints: 0, playedRounds: 0, rounds: 2 })
  await scenario.result(races[0], [winner, second, third])
  await settleSeasons(database)
  const common = { name: '2026 Championship', participants: 2, isShared: false, playedRounds: 1, rounds: 2 }
  expect((await figuresOf(ann)).season).toMatchObject({ ...common, position: 1, totalPoints: 50 })
  expect((await figuresOf(bob)).season).toMatchObject({
    ...common,
    ...{ position: 2, totalPoints: 25, changedAt: expect.any(String) },
  })
  expect((await figuresOf('nobody')).season).toBeNull()
})
