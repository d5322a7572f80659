import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, startGame } from '../../test/game.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { closeNow } from './close-now.ts'
import { readLocks } from './read-locks.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTippingDatabase()
})
afterAll(() => clone.drop())

const countLockWaiters = async (): Promise<number> => (await lockWaiters(clone.database)).length

/** Two races that are open until they are closed, and a fan who has tipped. */
const play = async () => {
  const game = await startGame(clone.database)
  const { weekendId } = game
  const [first, second] = [await game.race(), await game.race()]
  const cars = await game.cars(3)
  const ann = await game.fan('ann')
  await game.tip(ann, cars[0]!)
  /** As weekends calls it before it decides. */
  const read = () =>
    readLocks({ database: clone.database })({
      params: { weekendId },
      request: {
        weekend: { sequence: 0, data: aWeekend({ id: weekendId }) },
        races: [first, second].map((id) => ({ sequence: 0, data: aRace({ id, weekendId, startTime: null }) })),
      },
    })
  const counting = async (): Promise<number[]> => {
    const { tips } = await tipReadModel(clone.database).ofWeekend(ann, weekendId)
    return tips.flatMap(({ sessions }) => sessions.map(({ raceId }) => raceId)).toSorted((a, b) => a - b)
  }
  const total = async (): Promise<number> => {
    const scope = await clone.database('scopes').where({ weekend_id: weekendId, group_id: null }).first('id')
    return (await clone.database('standings').where({ scope_id: scope.id, user_id: ann }).first('total')).total
  }
  return { game, weekendId, first, second, cars, ann, read, counting, total }
}

describe('a filter that arrives after a race has locked', () => {
  test('takes the race out where it was decided before the lock', async () => {
    const { game, first, second, cars, read, counting, total } = await play()
    const { now } = await read()
    await game.close(first)
    await game.filter([second], now)
    expect(await counting()).toEqual([second])
    await game.result(first, cars)
    expect(await total()).toBe(0)
  })

  test('lets the race in where it was decided before the lock', async () => {
    const { game, first, second, cars, read, counting, total } = await play()
    await game.filter([second], (await read()).now)
    const { now } = await read()
    await game.close(first)
    await game.filter([first, second], now)
    expect(await counting()).toEqual([first, second])
    await game.result(first, cars)
    expect(await total()).toBe(50)
  })

  test('counts from its arrival where it has no decision time', async () => {
    const { game, first, second, counting } = await play()
    await game.close(first)
    await game.filter([second])
    expect(await counting()).toEqual([first, second])
  })

  test('leaves a scored race as it is', async () => {
    const { game, first, second, cars, read, counting, total } = await play()
    const { now } = await read()
    await game.result(first, cars)
    await game.filter([second], now)
    expect(await counting()).toEqual([first, second])
    expect(await total()).toBe(50)
    await game.result(first, [cars[1]!, cars[2]!, cars[0]!])
    expect(await total()).toBe(15)
    await game.close(second)
    expect(await counting()).toEqual([first, second])
  })
})

test('filters keep their order of publication, whatever their decision times', async () => {
  const { game, first, second, read, counting } = await play()
  const { now } = await read()
  await game.filter([first], (await read()).now)
  await game.filter([second], now)
  expect(await counting()).toEqual([second])
  await game.filter([first], hoursFromNow(1))
  await game.filter([second], (await read()).now)
  expect(await counting()).toEqual([second])
})

test('reading locks first applies unknown states of the weekend, so that each filter is dated', async () => {
  const { game, weekendId, first, second, counting } = await play()
  const chosenAt = (await databaseTime(clone.database)).toISOString()
  const weekend = aWeekend({ id: weekendId, productRaceIds: [second], productRacesChosenAt: chosenAt })
  await readLocks({ database: clone.database })({
    params: { weekendId },
    request: { weekend: { sequence: 5, data: weekend }, races: [] },
  })
  expect(await counting()).toEqual([second])
  await game.close(first)
  expect(await counting()).toEqual([second])
})

describe('the decision time of a filter', () => {
  test('is after a close in progress, whose lock is returned', async () => {
    const { weekendId, first, read } = await play()
    const closing = await clone.database.transaction()
    const locksAt = await closeNow(closing, first, weekendId)
    const reading = read()
    await expect.poll(countLockWaiters).toBe(1)
    await closing.commit()
    const { now, locks } = await reading
    expect(locks.find(({ raceId }) => raceId === first)).toMatchObject({ locksAt: locksAt?.toISOString() })
    expect(Date.parse(now)).toBeGreaterThanOrEqual(locksAt!.getTime())
  })

  test('is before a close that is requested later', async () => {
    const { game, first, second, read } = await play()
    const { now, locks } = await read()
    expect(locks).toMatchObject([
      { raceId: first, locksAt: null },
      { raceId: second, locksAt: null },
    ])
    await game.close(first)
    const later = await read()
    expect(Date.parse(later.locks[0]?.locksAt ?? '')).toBeGreaterThan(Date.parse(now))
  })
})
