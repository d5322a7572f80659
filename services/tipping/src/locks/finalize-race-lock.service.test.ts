import { randomUUID } from 'node:crypto'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { TestDatabase } from '@purple-sector/testing'
import { hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  finalizeAttempt,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { previewResult } from '../scoring/preview-result.ts'
import { finalizeRaceLock } from './finalize-race-lock.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const finalize = (raceId: number, isStored: boolean, attempt: string) =>
  finalizeAttempt(testDatabase.database, { raceId, attempt, isStored })
const locksAt = async (raceId: number): Promise<Date | null> =>
  (await testDatabase.database('races').where({ race_id: raceId }).first('locks_at')).locks_at
const isClosed = async (raceId: number): Promise<boolean> => {
  const moment = await locksAt(raceId)
  return moment !== null && moment.getTime() <= Date.now()
}
const publishedLocks = async (raceId: number): Promise<(string | null)[]> => {
  const rows = await testDatabase
    .database('outbox')
    .where({ type: sessionLockChanged.type, subject: `session-lock/${raceId}` })
    .orderBy('id')
  return rows.map(({ data }) => sessionLockChanged.data.parse(data).locksAt)
}
const provisionalLocksOf = (raceId: number) => testDatabase.database('provisional_locks').where({ race_id: raceId })

const deadlineOf = (startTime: string): Date => new Date(Date.parse(startTime) - 120_000)
const START = hoursFromNow(3)

/** A race that is closed for a write in progress, and a fan. */
const closeFor = async (attempt: string, startTime: string | null = START) => {
  const scenario = await createTippingScenario(testDatabase.database)
  const raceId = await scenario.race({ startTime })
  const [car, other] = await scenario.cars(2)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, car!)
  await scenario.close(raceId, attempt)
  expect(await isClosed(raceId)).toBe(true)
  return { scenario, raceId, ann, car: car!, other: other! }
}
const pointsOf = async (scenario: TippingScenario, userId: string): Promise<number> => {
  const scope = await testDatabase
    .database('scopes')
    .where({ weekend_id: scenario.weekendId, group_id: null })
    .first('id')
  return (await testDatabase.database('standings').where({ scope_id: scope.id, user_id: userId }).first('total')).total
}

describe('a race closed for a write that is not stored', () => {
  test.each([
    ['with the deadline it had', START, deadlineOf(START)],
    ['without a deadline if it had none', null, null],
  ])('reopens %s, and publishes the lock', async (_words, startTime, deadline) => {
    const attempt = randomUUID()
    const { scenario, raceId, ann, other } = await closeFor(attempt, startTime)
    const error = await scenario.tip(ann, other).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'TIPS_CLOSED' })
    await finalize(raceId, false, attempt)
    expect(await locksAt(raceId)).toEqual(deadline)
    expect((await publishedLocks(raceId)).at(-1)).toBe(deadline?.toISOString() ?? null)
    await scenario.tip(ann, other)
    await scenario.result(raceId, [other])
    expect(await pointsOf(scenario, ann)).toBe(50)
    expect(await provisionalLocksOf(raceId)).toEqual([])
  })

  test('reopens once, though the outcome is reported repeatedly', async () => {
    const attempt = randomUUID()
    const { scenario, raceId } = await closeFor(attempt)
    await finalize(raceId, false, attempt)
    const later = randomUUID()
    await scenario.close(raceId, later)
    const closedAt = await locksAt(raceId)
    await finalize(raceId, false, attempt)
    expect(await locksAt(raceId)).toEqual(closedAt)
    expect(await provisionalLocksOf(raceId)).toMatchObject([{ attempt: later }])
  })

  test('is not closed by a late close of the finalized attempt', async () => {
    const attempt = randomUUID()
    const scenario = await createTippingScenario(testDatabase.database)
    const raceId = await scenario.race({ startTime: START })
    await finalize(raceId, false, attempt)
    await scenario.close(raceId, attempt)
    expect(await locksAt(raceId)).toEqual(deadlineOf(START))
    expect(await provisionalLocksOf(raceId)).toEqual([])
  })

  test('counts a tip accepted meanwhile for another race, because it was submitted before the deadline', async () => {
    const attempt = randomUUID()
    const { scenario, raceId, ann, other } = await closeFor(attempt)
    await scenario.race({ sessionType: 'race2', startTime: hoursFromNow(5) })
    await scenario.tip(ann, other)
    await finalize(raceId, false, attempt)
    await scenario.result(raceId, [other])
    expect(await pointsOf(scenario, ann)).toBe(50)
  })

  test('reopens with the deadline that was moved meanwhile', async () => {
    const attempt = randomUUID()
    const { scenario, raceId } = await closeFor(attempt)
    const startTime = hoursFromNow(6)
    await scenario.race({ id: raceId, startTime })
    expect(await isClosed(raceId)).toBe(true)
    await finalize(raceId, false, attempt)
    expect(await locksAt(raceId)).toEqual(deadlineOf(startTime))
  })

  test.each([false, true])(
    'keeps the time of its reopening, whether or not the write is reported as stored: %s',
    async (isStored) => {
      const attempt = randomUUID()
      const { scenario, raceId } = await closeFor(attempt)
      const startTime = hoursFromNow(8)
      // The state that closed it has not arrived, and is older than this one.
      await scenario.race({ id: raceId, startTime, reopened: 1 })
      expect(await locksAt(raceId)).toEqual(deadlineOf(startTime))
      await finalize(raceId, isStored, attempt)
      expect(await locksAt(raceId)).toEqual(deadlineOf(startTime))
      expect((await publishedLocks(raceId)).at(-1)).toBe(deadlineOf(startTime).toISOString())
    },
  )

  test('is closed by a write that is stored after its reopening', async () => {
    const [before, after] = [randomUUID(), randomUUID()]
    const { scenario, raceId, car } = await closeFor(before)
    await scenario.close(raceId, after)
    await scenario.race({ id: raceId, startTime: START, reopened: 1 })
    await finalize(raceId, true, after)
    await scenario.publish(raceId, [car])
    expect(await isClosed(raceId)).toBe(true)
  })

  test.each([
    [
      'it was set running',
      (scenario: TippingScenario, id: number) => scenario.race({ id, startTime: START, status: 'running' }),
    ],
    ['its status closes it', (scenario: TippingScenario, id: number) => scenario.close(id)],
    [
      'its time has come',
      (_scenario: TippingScenario, id: number) =>
        testDatabase
          .database('provisional_locks')
          .where({ race_id: id })
          .update({ fallback: hoursFromNow(-0.001) }),
    ],
  ])('stays closed at the moment it closed if meanwhile %s', async (_words, meanwhile) => {
    const attempt = randomUUID()
    const { scenario, raceId } = await closeFor(attempt)
    const closedAt = await locksAt(raceId)
    await meanwhile(scenario, raceId)
    await finalize(raceId, false, attempt)
    expect(await locksAt(raceId)).toEqual(closedAt)
    expect(await provisionalLocksOf(raceId)).toEqual([])
    await scenario.race({ id: raceId, startTime: hoursFromNow(9), status: 'upcoming' })
    expect(await locksAt(raceId)).toEqual(closedAt)
  })

  test('stays closed for another attempt until that one is finalized', async () => {
    const [failed, other] = [randomUUID(), randomUUID()]
    const { scenario, raceId } = await closeFor(failed)
    await scenario.close(raceId, other)
    await finalize(raceId, false, failed)
    expect(await isClosed(raceId)).toBe(true)
    await finalize(raceId, false, other)
    expect(await locksAt(raceId)).toEqual(deadlineOf(START))
  })

  test('stays deleted if it was deleted meanwhile', async () => {
    const attempt = randomUUID()
    const { scenario, raceId } = await closeFor(attempt)
    await scenario.race({ id: raceId, startTime: START, deleted: true })
    const before = await publishedLocks(raceId)
    await finalize(raceId, false, attempt)
    expect(await publishedLocks(raceId)).toEqual(before)
    expect(await provisionalLocksOf(raceId)).toEqual([])
  })
})

test('a close decided before a reopening is rejected after it, one decided afterwards is accepted', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const raceId = await scenario.race({ startTime: START })
  await scenario.race({ id: raceId, startTime: START, reopened: 1 })
  await expect(scenario.close(raceId, randomUUID(), 0)).rejects.toMatchObject({ code: 'RACE_REOPENED' })
  expect(await locksAt(raceId)).toEqual(deadlineOf(START))
  expect(await provisionalLocksOf(raceId)).toEqual([])
  await scenario.close(raceId, randomUUID(), 1)
  expect(await isClosed(raceId)).toBe(true)
})

describe('a race closed for a write that is stored', () => {
  test('stays closed for good, and its scoring counts the tips from before', async () => {
    const attempt = randomUUID()
    const { scenario, raceId, ann, car } = await closeFor(attempt)
    const closedAt = await locksAt(raceId)
    await finalize(raceId, true, attempt)
    expect(await provisionalLocksOf(raceId)).toEqual([])
    await scenario.race({ id: raceId, startTime: hoursFromNow(9) })
    await scenario.result(raceId, [car])
    expect(await locksAt(raceId)).toEqual(closedAt)
    expect(await pointsOf(scenario, ann)).toBe(50)
  })

  test('stays closed if the event of a result arrives before another attempt is reported as failed', async () => {
    const attempt = randomUUID()
    const { scenario, raceId, car } = await closeFor(attempt)
    await scenario.publish(raceId, [car])
    await finalize(raceId, false, attempt)
    expect(await isClosed(raceId)).toBe(true)
  })

  test('keeps a reopening that follows the stored close, though the attempt is finalized later', async () => {
    const attempt = randomUUID()
    const { scenario, raceId } = await closeFor(attempt)
    await scenario.race({ id: raceId, startTime: START, status: 'running' })
    const startTime = hoursFromNow(8)
    await scenario.race({ id: raceId, startTime, status: 'upcoming', reopened: 1 })
    await finalize(raceId, true, attempt)
    expect(await locksAt(raceId)).toEqual(deadlineOf(startTime))
  })

  test('is closed for good from the event of its result on, also by a late close', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const raceId = await scenario.race({ startTime: START })
    const [car] = await scenario.cars(1)
    await scenario.publish(raceId, [car!])
    await scenario.close(raceId, randomUUID())
    expect(await provisionalLocksOf(raceId)).toEqual([])
    expect(await isClosed(raceId)).toBe(true)
  })
})

test('a close that arrives after its attempt was finalized closes nothing, even if the race was unknown then', async () => {
  const [attempt, raceId] = [randomUUID(), nextId()]
  const scenario = await createTippingScenario(testDatabase.database)
  const finalized = { raceId, weekendId: scenario.weekendId, attempt, isStored: false }
  await testDatabase.database.transaction((sql) => finalizeRaceLock(sql, finalized))
  await scenario.race({ id: raceId, startTime: START })
  await scenario.close(raceId, attempt)
  expect(await locksAt(raceId)).toEqual(deadlineOf(START))
})

test('a close and its cancellation at the same time leave the race open, whichever comes first', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  for (let round = 0; round < 8; round++) {
    const attempt = randomUUID()
    const raceId = await scenario.race({ startTime: START })
    const steps = [() => scenario.close(raceId, attempt), () => finalize(raceId, false, attempt)]
    await Promise.all((round % 2 === 0 ? steps : steps.toReversed()).map((step) => step()))
    expect(await locksAt(raceId)).toEqual(deadlineOf(START))
    expect(await provisionalLocksOf(raceId)).toEqual([])
  }
})

test('a preview names no fan while the race may reopen', async () => {
  const { scenario, raceId, car } = await closeFor(randomUUID())
  const request = {
    raceId,
    weekendId: scenario.weekendId,
    revision: 1,
    status: 'official' as const,
    places: [{ carId: car, place: 1 }],
  }
  expect(await previewResult(testDatabase)(request)).toMatchObject({ open: true, top: null, movers: [] })
  await scenario.close(raceId)
  expect(await previewResult(testDatabase)(request)).toMatchObject({ open: false, movers: [{ username: 'ann' }] })
})
