import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { aWeekend, hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, finalizeAttempt } from '../../test/tipping-scenario.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { applyTimingStarted } from './on-timing-started.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const START = hoursFromNow(3)
const startFirst = (raceId: number, weekendId: number) =>
  testDatabase.database.transaction((sql) =>
    applyTimingStarted(sql, { raceId, weekendId, at: new Date().toISOString() }),
  )
const locksAt = async (raceId: number): Promise<Date> =>
  (await testDatabase.database('races').where({ race_id: raceId }).first('locks_at')).locks_at

describe('the first timing snapshot of a race', () => {
  test('closes the race if race control has not closed it, and later tips are rejected', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const raceId = await scenario.race({ startTime: START })
    const [car] = await scenario.cars(1)
    const ann = await scenario.fan('ann')
    await startFirst(raceId, scenario.weekendId)
    expect((await locksAt(raceId)).getTime()).toBeLessThanOrEqual(Date.now())
    await expect(scenario.tip(ann, car!)).rejects.toMatchObject({ code: 'TIPS_CLOSED' })
  })

  test('closes the race for good, even if the attempt that closed it is abandoned', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const raceId = await scenario.race({ startTime: START })
    const attempt = randomUUID()
    await scenario.close(raceId, attempt)
    const closedAt = await locksAt(raceId)
    await startFirst(raceId, scenario.weekendId)
    await finalizeAttempt(testDatabase.database, { raceId, attempt, isStored: false })
    expect(await locksAt(raceId)).toEqual(closedAt)
  })

  test('is deferred for an unknown race and ignored for a deleted weekend', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    await expect(startFirst(nextId(), scenario.weekendId)).rejects.toThrow('is not known yet')
    const deletedScenario = await createTippingScenario(testDatabase.database)
    const raceId = await deletedScenario.race({ startTime: START })
    await testDatabase.database.transaction((sql) =>
      projectWeekend(sql, aWeekend({ id: deletedScenario.weekendId, deleted: true })),
    )
    await expect(startFirst(raceId, deletedScenario.weekendId)).resolves.toBeUndefined()
  })
})
