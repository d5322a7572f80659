import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@purple-sector/testing'
import { aWeekend, hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTippingDatabase, finalizeAttempt, startGame } from '../../test/game.ts'
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
    const game = await startGame(testDatabase.database)
    const raceId = await game.race({ startTime: START })
    const [car] = await game.cars(1)
    const ann = await game.fan('ann')
    await startFirst(raceId, game.weekendId)
    expect((await locksAt(raceId)).getTime()).toBeLessThanOrEqual(Date.now())
    await expect(game.tip(ann, car!)).rejects.toMatchObject({ code: 'TIPS_CLOSED' })
  })

  test('closes the race for good, even if the attempt that closed it is abandoned', async () => {
    const game = await startGame(testDatabase.database)
    const raceId = await game.race({ startTime: START })
    const attempt = randomUUID()
    await game.close(raceId, attempt)
    const closedAt = await locksAt(raceId)
    await startFirst(raceId, game.weekendId)
    await finalizeAttempt(testDatabase.database, { raceId, attempt, isStored: false })
    expect(await locksAt(raceId)).toEqual(closedAt)
  })

  test('is deferred for an unknown race and ignored for a deleted weekend', async () => {
    const game = await startGame(testDatabase.database)
    await expect(startFirst(nextId(), game.weekendId)).rejects.toThrow('is not known yet')
    const deletedGame = await startGame(testDatabase.database)
    const raceId = await deletedGame.race({ startTime: START })
    await testDatabase.database.transaction((sql) =>
      projectWeekend(sql, aWeekend({ id: deletedGame.weekendId, deleted: true })),
    )
    await expect(startFirst(raceId, deletedGame.weekendId)).resolves.toBeUndefined()
  })
})
