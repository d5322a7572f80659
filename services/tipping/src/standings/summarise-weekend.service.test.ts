import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { summariseWeekend } from './summarise-weekend.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

test('a weekend summary has the board, its scored races and the number of tippers per category', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [first, second] = [await scenario.race({ name: 'Race 1' }), await scenario.race({ name: 'Race 2' })]
  await scenario.race({ name: 'Race 3' })
  const [winner, runnerUp, third, other] = (await scenario.cars(4)) as [number, number, number, number]
  const [ann, bob, cat] = [await scenario.fan('ann'), await scenario.fan('bob'), await scenario.fan('cat')]
  await scenario.tip(ann, winner)
  await scenario.tip(bob, runnerUp)
  await scenario.tip(cat, other)
  await scenario.result(first, [winner, runnerUp, third])
  await scenario.result(second, [third, winner, runnerUp])

  const summary = await summariseWeekend(testDatabase)(scenario.weekendId)
  expect(summary).toMatchObject({
    participants: 3,
    tips: 3,
    races: [
      { raceId: first, points: 75, earners: 2 },
      { raceId: second, points: 40, earners: 2 },
    ],
    categories: [{ racers: 3 }],
  })
  expect(summary.top.map(({ userId, totalPoints }) => [userId, totalPoints])).toEqual([
    [ann, 75],
    [bob, 40],
    [cat, 0],
  ])
})

test('the summary of an unknown weekend is empty', async () => {
  expect(await summariseWeekend(testDatabase)(987_654)).toEqual({
    participants: 0,
    tips: 0,
    top: [],
    races: [],
    categories: [],
  })
})
