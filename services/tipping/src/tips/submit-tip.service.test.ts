import { type Database, lockSubject } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTippingDatabase, createTippingScenario, SUPERCARS } from '../../test/tipping-scenario.ts'
import { createTipBatcher, submitTip, type WriteMode } from './submit-tip.ts'
import { tipLockSubject } from './tip-repository.ts'

/** One for the locker of the fan's tips, one for a waiting tip of that fan, one for all others. */
const CONNECTIONS = 3

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(CONNECTIONS)
})
afterAll(() => testDatabase.drop())

const callerOf = (userId: string): Caller => ({
  ...{ userId, sessionId: userId, username: userId, firstName: null, lastName: null, isAdmin: false },
})
const writeMode: WriteMode = (_sql, work) => work()

/** Blocks every tip of a fan of this weekend until the returned function is called. */
const lockTipsOf = async (database: Database, userId: string, weekendId: number): Promise<() => Promise<void>> => {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blockers = database.transaction(async (sql) => {
    await lockSubject(sql, 'exclusive', tipLockSubject({ userId, weekendId }))
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return () => {
    release.resolve()
    return blockers
  }
}

test('waiting idempotent tips of one fan leave connections for other fans', async () => {
  const { database } = testDatabase
  const scenario = await createTippingScenario(database)
  const race = await scenario.race()
  const cars = await scenario.cars(4)
  const submit = submitTip({ database, write: createTipBatcher(database) })
  const tip = (userId: string, carId: number | undefined, mode?: WriteMode) =>
    submit(callerOf(userId), { weekendId: scenario.weekendId, category: SUPERCARS, carId: carId ?? 0 }, mode)
  const release = await lockTipsOf(database, 'hasty', scenario.weekendId)
  const pendingReplies = cars.map((carId) => tip('hasty', carId, writeMode))
  expect(await tip('calm', cars[0])).toMatchObject({ status: 201 })
  expect(await tip('careful', cars[1], writeMode)).toMatchObject({ status: 201 })
  await release()
  expect((await Promise.all(pendingReplies)).map(({ status }) => status)).toEqual([201, 200, 200, 200])
  expect((await Promise.all(pendingReplies)).at(-1)?.body).toMatchObject({
    carId: cars.at(-1),
    sessions: [{ raceId: race }],
  })
})
