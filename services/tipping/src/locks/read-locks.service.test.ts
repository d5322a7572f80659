import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { closeNow } from './close-now.ts'
import { readLocks } from './read-locks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const countLockWaiters = async (): Promise<number> => (await lockWaiters(testDatabase.database)).length

/** Two races that are open until they are closed, and a fan who has tipped. */
const setUpScenario = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const { weekendId } = scenario
  const [first, second] = [await scenario.race(), await scenario.race()]
  const cars = await scenario.cars(3)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, cars[0]!)
  /** As weekends calls it before it decides. */
  const readRaceLocks = () =>
    readLocks({ database: testDatabase.database })({
      params: { weekendId },
      request: {
        weekend: { sequence: 0, data: aWeekend({ id: weekendId }) },
        races: [first, second].map((id) => ({ sequence: 0, data: aRace({ id, weekendId, startTime: null }) })),
      },
    })
  const countingRaces = async (): Promise<number[]> => {
    const { tips } = await tipReadModel(testDatabase.database).ofWeekend(ann, weekendId)
    return tips.flatMap(({ sessions }) => sessions.map(({ raceId }) => raceId)).toSorted((a, b) => a - b)
  }
  const total = async (): Promise<number> => {
    const scope = await testDatabase.database('scopes').where({ weekend_id: weekendId, group_id: null }).first('id')
    return (await testDatabase.database('standings').where({ scope_id: scope.id, user_id: ann }).first('total')).total
  }
  return { scenario, weekendId, first, second, cars, ann, readRaceLocks, countingRaces, total }
}

describe('a filter that arrives after a race has locked', () => {
  test('removes the race if the filter was decided before the lock', async () => {
    const { scenario, first, second, cars, readRaceLocks, countingRaces, total } = await setUpScenario()
    const { now } = await readRaceLocks()
    await scenario.close(first)
    await scenario.filter([second], now)
    expect(await countingRaces()).toEqual([second])
    await scenario.result(first, cars)
    expect(await total()).toBe(0)
  })

  test('adds the race if the filter was decided before the lock', async () => {
    const { scenario, first, second, cars, readRaceLocks, countingRaces, total } = await setUpScenario()
    await scenario.filter([second], (await readRaceLocks()).now)
    const { now } = await readRaceLocks()
    await scenario.close(first)
    await scenario.filter([first, second], now)
    expect(await countingRaces()).toEqual([first, second])
    await scenario.result(first, cars)
    expect(await total()).toBe(50)
  })

  test('counts from its arrival if it has no decision time', async () => {
    const { scenario, first, second, countingRaces } = await setUpScenario()
    await scenario.close(first)
    await scenario.filter([second])
    expect(await countingRaces()).toEqual([first, second])
  })

  test('does not change a scored race', async () => {
    const { scenario, first, second, cars, readRaceLocks, countingRaces, total } = await setUpScenario()
    const { now } = await readRaceLocks()
    await scenario.result(first, cars)
    await scenario.filter([second], now)
    expect(await countingRaces()).toEqual([first, second])
    expect(await total()).toBe(50)
    await scenario.result(first, [cars[1]!, cars[2]!, cars[0]!])
    expect(await total()).toBe(15)
    await scenario.close(second)
    expect(await countingRaces()).toEqual([first, second])
  })
})

test('filters keep their order of publication, whatever their decision times', async () => {
  const { scenario, first, second, readRaceLocks, countingRaces } = await setUpScenario()
  const { now } = await readRaceLocks()
  await scenario.filter([first], (await readRaceLocks()).now)
  await scenario.filter([second], now)
  expect(await countingRaces()).toEqual([second])
  await scenario.filter([first], hoursFromNow(1))
  await scenario.filter([second], (await readRaceLocks()).now)
  expect(await countingRaces()).toEqual([second])
})

test('pendingRead locks first applies unknown states of the weekend, so that each filter is dated', async () => {
  const { scenario, weekendId, first, second, countingRaces } = await setUpScenario()
  const chosenAt = (await databaseTime(testDatabase.database)).toISOString()
  const weekend = aWeekend({ id: weekendId, productRaceIds: [second], productRacesChosenAt: chosenAt })
  await readLocks({ database: testDatabase.database })({
    params: { weekendId },
    request: { weekend: { sequence: 5, data: weekend }, races: [] },
  })
  expect(await countingRaces()).toEqual([second])
  await scenario.close(first)
  expect(await countingRaces()).toEqual([second])
})

describe('the decision time of a filter', () => {
  test('is after a close in progress, whose lock is returned', async () => {
    const { weekendId, first, readRaceLocks } = await setUpScenario()
    const closing = await testDatabase.database.transaction()
    const locksAt = await closeNow(closing, first, weekendId)
    const pendingRead = readRaceLocks()
    await expect.poll(countLockWaiters).toBe(1)
    await closing.commit()
    const { now, locks } = await pendingRead
    expect(locks.find(({ raceId }) => raceId === first)).toMatchObject({ locksAt: locksAt?.toISOString() })
    expect(Date.parse(now)).toBeGreaterThanOrEqual(locksAt!.getTime())
  })

  test('is before a close that is requested later', async () => {
    const { scenario, first, second, readRaceLocks } = await setUpScenario()
    const { now, locks } = await readRaceLocks()
    expect(locks).toMatchObject([
      { raceId: first, locksAt: null },
      { raceId: second, locksAt: null },
    ])
    await scenario.close(first)
    const later = await readRaceLocks()
    expect(Date.parse(later.locks[0]?.locksAt ?? '')).toBeGreaterThan(Date.parse(now))
  })
})
