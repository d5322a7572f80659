import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aRace, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { projectRace } from '../projections/race-projection.ts'
import { scoreRace } from './score-race.ts'
import { oldestRequest, overdueRaces } from './scoring-requests-sql.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(20)
})
afterAll(() => testDatabase.drop())

const totals = async ({ weekendId }: TippingScenario) => {
  const boards = leaderboardReadModel(testDatabase.database)
  const board = await boards.find(openCompetition(weekendId))
  const { entries } = await boards.page(board!, { limit: 100, offset: 0 })
  return entries.map(({ username, totalPoints }) => [username, totalPoints])
}
const scoredEvents = ({ weekendId }: TippingScenario) =>
  testDatabase.database('outbox').where({ key: `weekend/${weekendId}`, type: 'tipping.session-scored.v1' })

/** Locks the weekend's events until `release`, so that a scoring stops just before it commits. */
const lockOutbox = async ({ weekendId }: TippingScenario) => {
  const sql: Transaction = await testDatabase.database.transaction()
  await sql.raw(`select outbox_lock_keys(array[?::text])`, [`weekend/${weekendId}`])
  return { release: () => sql.commit() }
}
const lockWaitingBackends = (): Promise<number[]> => lockWaiters(testDatabase.database)
const waitForLockWaiters = (count = 1) =>
  vi.waitFor(async () => expect(await lockWaitingBackends()).toHaveLength(count), { timeout: 30_000 })

test('many concurrent workers score every race once', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const races = [
    await scenario.race(),
    await scenario.race({ sessionType: 'race2' }),
    await scenario.race({ sessionType: 'race3' }),
  ]
  const [car] = await scenario.cars(1)
  await scenario.tip(await scenario.fan('ann'), car!)
  for (const race of races) await scenario.publish(race, [car!])
  const raceIds = [...races, ...races, ...races, ...races]
  await Promise.all(raceIds.map((race) => scoreRace(testDatabase)(race)))
  expect(await totals(scenario)).toEqual([['ann', 150]])
  expect(await scoredEvents(scenario)).toHaveLength(3)
})

test('a race that accepts tips again is not scored, and is scored by the tips in force once it is closed', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race({ startTime: hoursFromNow(3) })
  const [car, other] = await scenario.cars(2)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, other!)
  await scenario.publish(race, [car!])
  // A reopening that weekends stored before it had the result.
  await scenario.race({ id: race, startTime: hoursFromNow(3), reopened: 1 })
  await expect(scoreRace(testDatabase)(race)).rejects.toThrow('accepts tips')
  expect(await scoredEvents(scenario)).toEqual([])
  expect(await oldestRequest(testDatabase.database)).toBeGreaterThan(0)
  await scenario.tip(ann, car!)
  await scenario.race({ id: race, startTime: hoursFromNow(3), reopened: 1, status: 'completed' })
  expect(await scoreRace(testDatabase)(race)).toBe('scored')
  expect(await totals(scenario)).toEqual([['ann', 50]])
  expect(await scoredEvents(scenario)).toHaveLength(1)
})

test('a worker that is killed in mid-job leaves no partial scoring, and the next worker scores the race', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  const [car] = await scenario.cars(1)
  await scenario.tip(await scenario.fan('ann'), car!)
  await scenario.publish(race, [car!])
  const outboxLock = await lockOutbox(scenario)
  const killedScoring = scoreRace(testDatabase)(race).catch((error: unknown) => error)
  await waitForLockWaiters()
  for (const pid of await lockWaitingBackends())
    await testDatabase.database.raw('select pg_terminate_backend(?)', [pid])
  expect(await killedScoring).toBeInstanceOf(Error)
  await outboxLock.release()
  expect(await totals(scenario)).toEqual([['ann', 0]])
  await testDatabase.database('scoring_requests').where({ race_id: race }).update({ requested_at: '2026-01-01' })
  expect(await overdueRaces(testDatabase.database)).toEqual([race])
  expect(await oldestRequest(testDatabase.database)).toBeGreaterThan(5)
  expect(await scoreRace(testDatabase)(race)).toBe('scored')
  expect(await totals(scenario)).toEqual([['ann', 50]])
  expect(await overdueRaces(testDatabase.database)).toEqual([])
  expect(await oldestRequest(testDatabase.database)).toBe(0)
})

test('tips wait neither for a scoring nor for a concurrent close of the race', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [race, next] = [await scenario.race(), await scenario.race({ sessionType: 'race2' })]
  await scenario.race({ sessionType: 'race3' })
  await scenario.race({ category: SUPER2 })
  const [a, b] = await scenario.cars(2)
  const [c] = await scenario.cars(1, SUPER2)
  const ann = await scenario.fan('ann')
  await scenario.tip(ann, a!)
  await scenario.publish(race, [a!])
  const outboxLock = await lockOutbox(scenario)
  const scoring = scoreRace(testDatabase)(race)
  await waitForLockWaiters()
  const closing = scenario.close(next)
  await waitForLockWaiters(2)

  await scenario.tip(ann, b!)
  await scenario.tip(ann, c!, { category: SUPER2 })
  await scenario.tip(await scenario.fan('newcomer'), a!)
  const respondedAt = await databaseTime(testDatabase.database)

  expect(await lockWaitingBackends()).toHaveLength(2)
  await outboxLock.release()
  await Promise.all([scoring, closing])
  const { locks_at } = await testDatabase.database('races').where({ race_id: next }).first('locks_at')
  expect(locks_at.getTime()).toBeGreaterThan(respondedAt.getTime())
  await scenario.result(next, [b!])
  expect(await totals(scenario)).toEqual([
    ['ann', 100],
    ['newcomer', 0],
  ])
})

test('a race that was open when its result arrived is closed before it is scored', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race({ startTime: new Date(Date.now() + 86_400_000).toISOString() })
  const [car] = await scenario.cars(1)
  await scenario.tip(await scenario.fan('ann'), car!)
  await scenario.publish(race, [car!])
  const { locks_at } = await testDatabase.database('races').where({ race_id: race }).first('locks_at')
  expect(locks_at.getTime()).toBeLessThanOrEqual((await databaseTime(testDatabase.database)).getTime())
  await scenario.score(race)
  expect(await totals(scenario)).toEqual([['ann', 50]])
})

test('the removal of tips with the last race of their category and a scoring of the weekend do not deadlock', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  const only = aRace({ weekendId: scenario.weekendId, category: SUPER2, startTime: null })
  await scenario.race(only)
  const [[main], [support]] = [await scenario.cars(1), await scenario.cars(1, SUPER2)]
  await scenario.tip(await scenario.fan('ann'), main!)
  await scenario.tip(await scenario.fan('bob'), support!, { category: SUPER2 })
  await scenario.publish(race, [main!])
  const outboxLock = await lockOutbox(scenario)
  const deletion = testDatabase.database.transaction((sql) => projectRace(sql, { ...only, deleted: true }))
  await waitForLockWaiters()
  const scoring = scoreRace(testDatabase)(race)
  await waitForLockWaiters(2)
  await outboxLock.release()
  await deletion
  expect(await scoring).toBe('scored')
  expect(await totals(scenario)).toEqual([['ann', 50]])
})
