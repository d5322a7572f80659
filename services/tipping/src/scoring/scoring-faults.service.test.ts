import { databaseTime, type Transaction } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aRace, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingDatabase, type Game, SUPER2, startGame } from '../../test/game.ts'
import { boardReadModel } from '../boards/board-read-model.ts'
import { projectRace } from '../projections/race-projection.ts'
import { scoreRace } from './score-race.ts'
import { oldestRequest, overdueRaces } from './sweep-requests.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(20)
})
afterAll(() => testDatabase.drop())

const totals = async ({ weekendId }: Game) => {
  const boards = boardReadModel(testDatabase.database)
  const board = await boards.findOpen(weekendId)
  const { entries } = await boards.page(board!, { limit: 100, offset: 0 })
  return entries.map(({ username, totalPoints }) => [username, totalPoints])
}
const scoredEvents = ({ weekendId }: Game) =>
  testDatabase.database('outbox').where({ key: `weekend/${weekendId}`, type: 'tipping.session-scored.v1' })

/** Locks the weekend's events until `release`, so that a scoring stops just before it commits. */
const lockOutbox = async ({ weekendId }: Game) => {
  const sql: Transaction = await testDatabase.database.transaction()
  await sql.raw(`select outbox_lock_keys(array[?::text])`, [`weekend/${weekendId}`])
  return { release: () => sql.commit() }
}
const lockWaitingBackends = (): Promise<number[]> => lockWaiters(testDatabase.database)
const waitForLockWaiters = (count = 1) =>
  vi.waitFor(async () => expect(await lockWaitingBackends()).toHaveLength(count), { timeout: 30_000 })

test('many concurrent workers score every race once', async () => {
  const game = await startGame(testDatabase.database)
  const races = [
    await game.race(),
    await game.race({ sessionType: 'race2' }),
    await game.race({ sessionType: 'race3' }),
  ]
  const [car] = await game.cars(1)
  await game.tip(await game.fan('ann'), car!)
  for (const race of races) await game.publish(race, [car!])
  const raceIds = [...races, ...races, ...races, ...races]
  await Promise.all(raceIds.map((race) => scoreRace(testDatabase)(race)))
  expect(await totals(game)).toEqual([['ann', 150]])
  expect(await scoredEvents(game)).toHaveLength(3)
})

test('a race that accepts tips again is not scored, and is scored by the tips in force once it is closed', async () => {
  const game = await startGame(testDatabase.database)
  const race = await game.race({ startTime: hoursFromNow(3) })
  const [car, other] = await game.cars(2)
  const ann = await game.fan('ann')
  await game.tip(ann, other!)
  await game.publish(race, [car!])
  // A reopening that weekends stored before it had the result.
  await game.race({ id: race, startTime: hoursFromNow(3), reopened: 1 })
  await expect(scoreRace(testDatabase)(race)).rejects.toThrow('accepts tips')
  expect(await scoredEvents(game)).toEqual([])
  expect(await oldestRequest(testDatabase.database)).toBeGreaterThan(0)
  await game.tip(ann, car!)
  await game.race({ id: race, startTime: hoursFromNow(3), reopened: 1, status: 'completed' })
  expect(await scoreRace(testDatabase)(race)).toBe('scored')
  expect(await totals(game)).toEqual([['ann', 50]])
  expect(await scoredEvents(game)).toHaveLength(1)
})

test('a worker that is killed in mid-job leaves no partial scoring, and the next worker scores the race', async () => {
  const game = await startGame(testDatabase.database)
  const race = await game.race()
  const [car] = await game.cars(1)
  await game.tip(await game.fan('ann'), car!)
  await game.publish(race, [car!])
  const outboxLock = await lockOutbox(game)
  const killedScoring = scoreRace(testDatabase)(race).catch((error: unknown) => error)
  await waitForLockWaiters()
  for (const pid of await lockWaitingBackends())
    await testDatabase.database.raw('select pg_terminate_backend(?)', [pid])
  expect(await killedScoring).toBeInstanceOf(Error)
  await outboxLock.release()
  expect(await totals(game)).toEqual([['ann', 0]])
  await testDatabase.database('scoring_requests').where({ race_id: race }).update({ requested_at: '2026-01-01' })
  expect(await overdueRaces(testDatabase.database)).toEqual([race])
  expect(await oldestRequest(testDatabase.database)).toBeGreaterThan(5)
  expect(await scoreRace(testDatabase)(race)).toBe('scored')
  expect(await totals(game)).toEqual([['ann', 50]])
  expect(await overdueRaces(testDatabase.database)).toEqual([])
  expect(await oldestRequest(testDatabase.database)).toBe(0)
})

test('tips wait neither for a scoring nor for a concurrent close of the race', async () => {
  const game = await startGame(testDatabase.database)
  const [race, next] = [await game.race(), await game.race({ sessionType: 'race2' })]
  await game.race({ sessionType: 'race3' })
  await game.race({ category: SUPER2 })
  const [a, b] = await game.cars(2)
  const [c] = await game.cars(1, SUPER2)
  const ann = await game.fan('ann')
  await game.tip(ann, a!)
  await game.publish(race, [a!])
  const outboxLock = await lockOutbox(game)
  const scoring = scoreRace(testDatabase)(race)
  await waitForLockWaiters()
  const closing = game.close(next)
  await waitForLockWaiters(2)

  await game.tip(ann, b!)
  await game.tip(ann, c!, { category: SUPER2 })
  await game.tip(await game.fan('newcomer'), a!)
  const respondedAt = await databaseTime(testDatabase.database)

  expect(await lockWaitingBackends()).toHaveLength(2)
  await outboxLock.release()
  await Promise.all([scoring, closing])
  const { locks_at } = await testDatabase.database('races').where({ race_id: next }).first('locks_at')
  expect(locks_at.getTime()).toBeGreaterThan(respondedAt.getTime())
  await game.result(next, [b!])
  expect(await totals(game)).toEqual([
    ['ann', 100],
    ['newcomer', 0],
  ])
})

test('a race that was open when its result arrived is closed before it is scored', async () => {
  const game = await startGame(testDatabase.database)
  const race = await game.race({ startTime: new Date(Date.now() + 86_400_000).toISOString() })
  const [car] = await game.cars(1)
  await game.tip(await game.fan('ann'), car!)
  await game.publish(race, [car!])
  const { locks_at } = await testDatabase.database('races').where({ race_id: race }).first('locks_at')
  expect(locks_at.getTime()).toBeLessThanOrEqual((await databaseTime(testDatabase.database)).getTime())
  await game.score(race)
  expect(await totals(game)).toEqual([['ann', 50]])
})

test('the removal of tips with the last race of their category and a scoring of the weekend do not deadlock', async () => {
  const game = await startGame(testDatabase.database)
  const race = await game.race()
  const only = aRace({ weekendId: game.weekendId, category: SUPER2, startTime: null })
  await game.race(only)
  const [[main], [support]] = [await game.cars(1), await game.cars(1, SUPER2)]
  await game.tip(await game.fan('ann'), main!)
  await game.tip(await game.fan('bob'), support!, { category: SUPER2 })
  await game.publish(race, [main!])
  const outboxLock = await lockOutbox(game)
  const deletion = testDatabase.database.transaction((sql) => projectRace(sql, { ...only, deleted: true }))
  await waitForLockWaiters()
  const scoring = scoreRace(testDatabase)(race)
  await waitForLockWaiters(2)
  await outboxLock.release()
  await deletion
  expect(await scoring).toBe('scored')
  expect(await totals(game)).toEqual([['ann', 50]])
})
