import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { readPotentialPoints } from './read-potential-points.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const potentialPoints = (userId: string, raceId: number) => readPotentialPoints(testDatabase)(aFan({ userId }), raceId)

test('a tip pays in the open competition and in each group in which the race counts, by the points of each', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const pointsAwarded = { first: 50, second: 25, third: 15 }
  const race = await scenario.race({ pointsAwarded })
  const other = await scenario.race({ sessionType: 'race2' })
  const cars = await scenario.cars(2)
  const ann = await scenario.fan('ann')
  const custom = await scenario.group({ useCustomPoints: true, customPoints: { 1: { first: 9, second: 8, third: 7 } } })
  const otherRaces = await scenario.group({ selectedRaceIds: [other] })
  const strict = await scenario.group({ preventPointsUntilApproved: true })
  const formerGroup = await scenario.group()
  for (const group of [custom, otherRaces, formerGroup]) await scenario.join(group, ann)
  await scenario.join(strict, ann, false)
  await scenario.tip(ann, cars[0]!)
  for (const group of [custom, otherRaces, strict, formerGroup]) await scenario.tip(ann, cars[1]!, group)
  await scenario.leave(formerGroup, ann)
  const expected = [
    { groupId: null, groupName: null, carId: cars[0]!, pays: pointsAwarded },
    {
      groupId: custom.groupId,
      groupName: expect.any(String),
      carId: cars[1]!,
      pays: { first: 9, second: 8, third: 7 },
    },
    { groupId: strict.groupId, groupName: expect.any(String), carId: cars[1]!, pays: null },
  ]
  expect(await potentialPoints(ann, race)).toEqual(expected)
  await scenario.close(race)
  // Approved too late for this race, and a later tip is on the races to come.
  await scenario.approve(strict, ann)
  await scenario.tip(ann, cars[1]!)
  expect(await potentialPoints(ann, race)).toEqual(expected)
  expect(await potentialPoints(ann, other)).toMatchObject([
    { groupId: null, carId: cars[1]! },
    { groupId: custom.groupId },
    { groupId: otherRaces.groupId },
    { groupId: strict.groupId, pays: pointsAwarded },
  ])
})

test('potential points are empty without a tip, for practice, and for an unknown user', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [race, practice] = [await scenario.race(), await scenario.race({ sessionType: 'practice' })]
  const [car] = await scenario.cars(1)
  const ann = await scenario.fan('ann')
  expect(await potentialPoints(ann, race)).toEqual([])
  await scenario.close(race)
  await scenario.race({ sessionType: 'race2' })
  await scenario.tip(ann, car!)
  expect(await potentialPoints(ann, race)).toEqual([])
  expect(await potentialPoints(ann, practice)).toEqual([])
  await expect(potentialPoints(ann, 987_654_321)).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' })
})
