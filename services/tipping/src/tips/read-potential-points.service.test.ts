import type { TestDatabase } from '@purple-sector/testing'
import { aFan } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../../test/game.ts'
import { readPotentialPoints } from './read-potential-points.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const potentialPoints = (userId: string, raceId: number) => readPotentialPoints(testDatabase)(aFan({ userId }), raceId)

test('a tip pays in the open competition and in each group in which the race counts, by the points of each', async () => {
  const game = await startGame(testDatabase.database)
  const pointsAwarded = { first: 50, second: 25, third: 15 }
  const race = await game.race({ pointsAwarded })
  const other = await game.race({ sessionType: 'race2' })
  const cars = await game.cars(2)
  const ann = await game.fan('ann')
  const custom = await game.group({ useCustomPoints: true, customPoints: { 1: { first: 9, second: 8, third: 7 } } })
  const otherRaces = await game.group({ selectedRaceIds: [other] })
  const strict = await game.group({ preventPointsUntilApproved: true })
  const formerGroup = await game.group()
  for (const group of [custom, otherRaces, formerGroup]) await game.join(group, ann)
  await game.join(strict, ann, false)
  await game.tip(ann, cars[0]!)
  for (const group of [custom, otherRaces, strict, formerGroup]) await game.tip(ann, cars[1]!, group)
  await game.leave(formerGroup, ann)
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
  await game.close(race)
  // Approved too late for this race, and a later tip is on the races to come.
  await game.approve(strict, ann)
  await game.tip(ann, cars[1]!)
  expect(await potentialPoints(ann, race)).toEqual(expected)
  expect(await potentialPoints(ann, other)).toMatchObject([
    { groupId: null, carId: cars[1]! },
    { groupId: custom.groupId },
    { groupId: otherRaces.groupId },
    { groupId: strict.groupId, pays: pointsAwarded },
  ])
})

test('potential points are empty without a tip, for practice, and for an unknown user', async () => {
  const game = await startGame(testDatabase.database)
  const [race, practice] = [await game.race(), await game.race({ sessionType: 'practice' })]
  const [car] = await game.cars(1)
  const ann = await game.fan('ann')
  expect(await potentialPoints(ann, race)).toEqual([])
  await game.close(race)
  await game.race({ sessionType: 'race2' })
  await game.tip(ann, car!)
  expect(await potentialPoints(ann, race)).toEqual([])
  expect(await potentialPoints(ann, practice)).toEqual([])
  await expect(potentialPoints(ann, 987_654_321)).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' })
})
