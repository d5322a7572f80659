import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Transaction } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aCar, aRace, aResult, aWeekend } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTippingDatabase, createTippingScenario, SUPER2 } from '../../test/tipping-scenario.ts'
import { refreshBoards } from '../board-publishing/refresh-boards.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { closeNow } from '../locks/close-now.ts'
import { projectCar } from '../projections/car-projection.ts'
import { projectRace } from '../projections/race-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { applyResult } from '../scoring/on-result-published.ts'
import { scoreRace } from '../scoring/score-race.ts'
import { removeDeletedWeekends } from './remove-deleted-weekends.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

test('deleting a weekend removes all its rows, and a later state does not restore it', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const race = await scenario.race()
  const [car] = await scenario.cars(1)
  const ann = await scenario.fan('ann')
  const group = await scenario.group()
  await scenario.join(group, ann)
  await scenario.tip(ann, car!)
  await scenario.tip(ann, car!, group)
  await scenario.result(race, [car!])
  await scenario.publish(race, [])
  const weekend = aWeekend({ id: scenario.weekendId })
  await testDatabase.database.transaction((sql) => projectWeekend(sql, { ...weekend, deleted: true }))
  expect(await leaderboardReadModel(testDatabase.database).find(openCompetition(scenario.weekendId))).toBeUndefined()
  await expect(scenario.tip(await scenario.fan('late'), car!)).rejects.toThrow()
  expect(await scoreRace(testDatabase)(race)).toBe('nothing to do')
  await removeDeletedWeekends(testDatabase.database)
  await testDatabase.database.transaction((sql) => projectWeekend(sql, weekend))
  for (const table of ['tips', 'scopes', 'races', 'cars', 'classifications', 'scoring_requests'])
    expect(await testDatabase.database(table).where({ weekend_id: scenario.weekendId })).toEqual([])
  for (const table of ['awards', 'standings', 'standing_ranks', 'memberships', 'tip_revisions', 'scope_rules'])
    expect(await testDatabase.database(table)).toEqual([])
  expect(await testDatabase.database('weekends').where({ id: scenario.weekendId })).toEqual([])
})

test('deleting the last race of a category removes its tips, publishes their owners and removes fans without other tips from boards', async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  await scenario.race()
  const only = aRace({ weekendId: scenario.weekendId, category: SUPER2, startTime: null })
  await scenario.race(only)
  const [main] = await scenario.cars(1)
  const [support] = await scenario.cars(1, SUPER2)
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(ann, main!)
  await scenario.tip(ann, support!, { category: SUPER2 })
  await scenario.tip(bob, support!, { category: SUPER2 })
  await refreshBoards(testDatabase.database)
  await testDatabase.database.transaction((sql) => projectRace(sql, { ...only, deleted: true }))
  const removed = await testDatabase.database('outbox').where({ type: 'tipping.tips-removed.v1' }).select('data')
  expect(removed).toEqual([
    { data: { weekendId: scenario.weekendId, categoryId: 3, category: SUPER2, userIds: [ann, bob].sort() } },
  ])
  await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(testDatabase.database)
  const boards = leaderboardReadModel(testDatabase.database)
  expect(await boards.state((await boards.find(openCompetition(scenario.weekendId)))!)).toMatchObject({
    version: 2,
    total: 1,
    entries: [{ userId: ann, tipsSubmitted: 1 }],
    ranks: [{ count: 1 }],
  })
})

describe('a weekend that is deleted concurrently', () => {
  const hasLockWaiters = async (): Promise<boolean> => (await lockWaiters(testDatabase.database)).length > 0
  const waitForLockWaiters = () =>
    vi.waitFor(async () => expect(await hasLockWaiters()).toBe(true), { timeout: 30_000, interval: 5 })
  const weekendWithRace = async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    return { weekendId: scenario.weekendId, raceId: await scenario.race() }
  }
  type WeekendWithRace = Awaited<ReturnType<typeof weekendWithRace>>
  const eventsOf = ({ weekendId }: WeekendWithRace) =>
    testDatabase.database('outbox').where({ key: `weekend/${weekendId}` })
  const deleteWeekend = (sql: Transaction, { weekendId }: WeekendWithRace) =>
    projectWeekend(sql, aWeekend({ id: weekendId, deleted: true }))

  test.each([
    [
      'a race that comes new',
      (sql: Transaction, { weekendId }: WeekendWithRace) => projectRace(sql, aRace({ weekendId })),
    ],
    [
      'a race that changes',
      (sql: Transaction, { weekendId, raceId }: WeekendWithRace) => projectRace(sql, aRace({ id: raceId, weekendId })),
    ],
    [
      'the closing of a race',
      (sql: Transaction, { weekendId, raceId }: WeekendWithRace) => closeNow(sql, raceId, weekendId),
    ],
    [
      'the result of a race',
      (sql: Transaction, { weekendId, raceId }: WeekendWithRace) => applyResult(sql, aResult({ raceId, weekendId })),
    ],
  ])('stores nothing of the weekend: %s', async (_words, write) => {
    const weekend = await weekendWithRace()
    const published = await eventsOf(weekend)
    const deletion = await testDatabase.database.transaction()
    await deleteWeekend(deletion, weekend)
    const written = testDatabase.database.transaction<unknown>((sql) => write(sql, weekend))
    await waitForLockWaiters()
    await deletion.commit()
    await written
    await removeDeletedWeekends(testDatabase.database)
    for (const table of ['races', 'classifications', 'scoring_requests'])
      expect(await testDatabase.database(table).where({ weekend_id: weekend.weekendId })).toEqual([])
    expect(await eventsOf(weekend)).toEqual(published)
  })

  test('removes a car that was being written', async () => {
    const weekend = await weekendWithRace()
    const writing = await testDatabase.database.transaction()
    await projectCar(writing, aCar({ weekendId: weekend.weekendId }))
    const deletion = testDatabase.database.transaction((sql) => deleteWeekend(sql, weekend))
    const removal = deletion.then(() => removeDeletedWeekends(testDatabase.database))
    await Promise.race([waitForLockWaiters(), removal])
    await writing.commit()
    await removal
    expect(await testDatabase.database('cars').where({ weekend_id: weekend.weekendId })).toEqual([])
  })
})
