import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { TestDatabase } from '@purple-sector/testing'
import { aCar, aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { syncStates } from './sync-states.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const state = <Data>(sequence: number, data: Data) => ({ sequence, data })
type States = Parameters<ReturnType<typeof syncStates>>[0]
const sync = (request: Partial<States['request']>) =>
  syncStates({ database: testDatabase.database })({
    request: { categories: [], races: [], cars: [], ...request },
  })
const deadlineOf = (startTime: string): string => new Date(Date.parse(startTime) - 120_000).toISOString()
const eventsOf = (raceId: number) =>
  testDatabase.database('outbox').where({ type: sessionLockChanged.type, subject: `session-lock/${raceId}` })

test('stores a weekend with its first race and car, and returns the lock of the race', async () => {
  const weekend = aWeekend()
  const startTime = hoursFromNow(2)
  const race = aRace({ weekendId: weekend.id, startTime })
  const car = aCar({ weekendId: weekend.id, category: race.category })
  const { locks } = await sync({ weekend: state(1, weekend), races: [state(1, race)], cars: [state(1, car)] })
  expect(locks).toEqual([{ raceId: race.id, locksAt: deadlineOf(startTime), sequence: 1 }])
  expect(await testDatabase.database('cars').where({ id: car.id })).toHaveLength(1)
})

test('publishes no further lock for repeated and older states', async () => {
  const { weekendId, race: addRace } = await createTippingScenario(testDatabase.database)
  const raceId = await addRace()
  const startTime = hoursFromNow(4)
  const moved = state(7, aRace({ id: raceId, weekendId, startTime }))
  const { locks } = await sync({ races: [moved] })
  const before = await eventsOf(raceId)
  const older = state(6, aRace({ id: raceId, weekendId, startTime: hoursFromNow(9) }))
  for (const race of [moved, older]) expect(await sync({ races: [race] })).toEqual({ locks })
  expect(locks).toMatchObject([{ locksAt: deadlineOf(startTime) }])
  expect(await eventsOf(raceId)).toHaveLength(before.length)
})

test('returns the sequence of the event that published each lock', async () => {
  const { weekendId } = await createTippingScenario(testDatabase.database)
  const race = aRace({ weekendId, startTime: hoursFromNow(2) })
  await sync({ races: [state(1, race)] })
  const { locks } = await sync({ races: [state(2, { ...race, startTime: hoursFromNow(3) })] })
  const [last] = await eventsOf(race.id).orderBy('id', 'desc').limit(1)
  expect(locks).toMatchObject([{ raceId: race.id, sequence: Number(last.sequence) }])
})

test('removes the tips of a category when the deletion of its last race is pushed', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const raceId = await scenario.race()
  const [car] = await scenario.cars(1)
  await scenario.tip(await scenario.fan('ann'), car!)
  const deletedRace = aRace({ id: raceId, weekendId: scenario.weekendId, startTime: null, deleted: true })
  expect(await sync({ races: [state(2, deletedRace)] })).toEqual({ locks: [] })
  expect(await testDatabase.database('tips').where({ weekend_id: scenario.weekendId })).toEqual([])
})

test('stores no state of a deleted weekend', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const weekend = aWeekend({ id: scenario.weekendId, deleted: true })
  await sync({ weekend: state(9, weekend) })
  const race = aRace({ weekendId: scenario.weekendId })
  expect(await sync({ weekend: state(8, { ...weekend, deleted: false }), races: [state(1, race)] })).toEqual({
    locks: [],
  })
  expect(await testDatabase.database('races').where({ race_id: race.id })).toEqual([])
})

test('does not wait for the exclusive lock of the weekend if the race is unchanged', async () => {
  const { weekendId } = await createTippingScenario(testDatabase.database)
  const race = aRace({ weekendId })
  await sync({ races: [state(1, race)] })
  // The exclusive lock of the weekend waits for the race's row first.
  const blocker = await testDatabase.database.transaction()
  try {
    await blocker('races').where({ race_id: race.id }).forNoKeyUpdate()
    expect((await sync({ races: [state(2, race)] })).locks).toHaveLength(1)
  } finally {
    await blocker.rollback()
  }
})
