import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { separatingMoment } from '../../test/separating-moment.ts'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { readLedger } from '../ledger/ledger-read-model.ts'
import { readPicks } from '../picks/read-picks.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { reviewLock } from './review-lock.ts'
import { setLock } from './set-lock.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const now = () => separatingMoment(testDatabase.database)
const lockOf = async (raceId: number) =>
  testDatabase.database('races').where({ race_id: raceId }).first('locks_at', 'closed_at', 'has_started')
const review = (raceId: number, at: Date) =>
  reviewLock(testDatabase)({ params: { raceId }, query: { at: at.toISOString() } })
const pointsIn = async (scope: object, userId: string): Promise<number> => {
  const { id } = await testDatabase.database('scopes').where(scope).first('id')
  return (await testDatabase.database('standings').where({ scope_id: id, user_id: userId }).first('total'))?.total ?? 0
}
const openScope = (scenario: TippingScenario) => ({ weekend_id: scenario.weekendId, group_id: null })
const ledgerOf = (scenario: TippingScenario, userId: string): Promise<LedgerEntry[]> =>
  readLedger(testDatabase.database, { userId, weekendId: scenario.weekendId, allGroups: false })

/** Ann tips before the start and changes her tip after it, Bob tips after it alone; the race locks after both. */
const playEarlyStart = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const raceId = await scenario.race({ startTime: hoursFromNow(3) })
  const later = await scenario.race({ sessionType: 'race2', startTime: hoursFromNow(5) })
  const [first, second] = (await scenario.cars(2)) as [number, number]
  const [ann, bob] = [await scenario.fan('ann'), await scenario.fan('bob')]
  await scenario.tip(ann, first)
  const start = await now()
  await scenario.tip(ann, second)
  await scenario.tip(bob, second)
  return { scenario, raceId, later, first, second, ann, bob, start }
}

describe('setting the lock of a race that started early', () => {
  test('counts the tips that were submitted after the start, without names', async () => {
    const { scenario, raceId, start } = await playEarlyStart()
    expect(await review(raceId, start)).toEqual({
      now: expect.any(String),
      locksAt: expect.any(String),
      closesAt: expect.any(String),
      reopened: 0,
      lateTips: 2,
    })
    expect(await review(raceId, await now())).toMatchObject({ lateTips: 0 })
    await scenario.lockAt(raceId, start)
    expect(await review(raceId, start)).toMatchObject({ lateTips: 2, locksAt: start.toISOString() })
    await expect(review(987_654_321, start)).rejects.toMatchObject({ code: 'RACE_NOT_FOUND' })
  })

  test('counts group tips of scopes in which the race counts, and none of other categories or practice', async () => {
    const { scenario, raceId, later, ann, first, start } = await playEarlyStart()
    const counting = await scenario.group()
    const other = await scenario.group({ selectedRaceIds: [later] })
    for (const group of [counting, other]) await scenario.join(group, ann)
    const joined = await now()
    for (const group of [counting, other]) await scenario.tip(ann, first, group)
    expect(await review(raceId, joined)).toMatchObject({ lateTips: 1 })
    // Tips of a user who was no member at the start did not count anyway.
    expect(await review(raceId, start)).toMatchObject({ lateTips: 2 })
    const practice = await scenario.race({ sessionType: 'practice', startTime: hoursFromNow(3) })
    expect(await review(practice, start)).toMatchObject({ lateTips: 0 })
  })

  test('locks an open race at once, scores it by the tips of that moment, and does not change later races', async () => {
    const { scenario, raceId, later, first, second, ann, bob, start } = await playEarlyStart()
    await scenario.lockAt(raceId, start)
    const lock = await lockOf(raceId)
    expect(lock).toMatchObject({ locks_at: start, has_started: true })
    expect(lock.closed_at.getTime()).toBeGreaterThan(start.getTime())
    expect(lock.closed_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
    const publishedLocks = await testDatabase
      .database('outbox')
      .where({ subject: `session-lock/${raceId}` })
      .orderBy('id', 'desc')
      .first()
    expect(sessionLockChanged.data.parse(publishedLocks.data).locksAt).toBe(start.toISOString())
    await scenario.result(raceId, [first, second])
    expect(await pointsIn(openScope(scenario), ann)).toBe(50)
    expect(await pointsIn(openScope(scenario), bob)).toBe(0)
    await scenario.result(later, [second, first])
    expect(await pointsIn(openScope(scenario), ann)).toBe(100)
    expect(await pointsIn(openScope(scenario), bob)).toBe(50)
  })

  test('scores a published result again as a correction, and the ledger gives the reason', async () => {
    const { scenario, raceId, first, second, ann, bob, start } = await playEarlyStart()
    await scenario.result(raceId, [second, first])
    expect([await pointsIn(openScope(scenario), ann), await pointsIn(openScope(scenario), bob)]).toEqual([50, 50])
    await scenario.lockAt(raceId, start)
    expect([await pointsIn(openScope(scenario), ann), await pointsIn(openScope(scenario), bob)]).toEqual([25, 0])
    const scored = await testDatabase
      .database('outbox')
      .where({ subject: `scored/${raceId}` })
      .orderBy('id', 'desc')
      .first()
    expect(scored.data).toMatchObject({ revision: 2, kind: 'corrected' })
    const late = { changedAt: expect.any(String), startedAt: start.toISOString() }
    expect(await ledgerOf(scenario, ann)).toMatchObject([
      { place: 1, points: 50, tip: { carId: second }, replacedBy: 2, late: null },
      { place: 2, points: 25, tip: { carId: first }, inForce: true, late },
    ])
    // The ledger names the tip that earned the award, though it counts no more.
    expect(await ledgerOf(scenario, bob)).toMatchObject([
      { place: 1, points: 50, tip: { carId: second }, replacedBy: 2, inForce: false, late: null },
    ])
    const { tips } = await tipReadModel(testDatabase.database).ofWeekend(bob, scenario.weekendId)
    expect(tips[0]?.sessions).toMatchObject([
      { raceId, carId: null, points: 0, lateAt: tips[0]?.submittedAt },
      { carId: second, points: null, lateAt: null },
    ])
  })

  test('is idempotent', async () => {
    const { scenario, raceId, first, second, ann, start } = await playEarlyStart()
    await scenario.result(raceId, [second, first])
    await scenario.lockAt(raceId, start)
    const before = [await lockOf(raceId), await ledgerOf(scenario, ann)]
    await scenario.lockAt(raceId, start)
    expect([await lockOf(raceId), await ledgerOf(scenario, ann)]).toEqual(before)
  })

  test('is undone by a later moment, up to the one at which tips closed', async () => {
    const { scenario, raceId, first, second, ann, bob, start } = await playEarlyStart()
    await scenario.result(raceId, [second, first])
    const { locks_at: closed } = await lockOf(raceId)
    await scenario.lockAt(raceId, start)
    await scenario.lockAt(raceId, new Date(closed.getTime() + 60_000))
    expect(await lockOf(raceId)).toMatchObject({ locks_at: closed, closed_at: null })
    expect([await pointsIn(openScope(scenario), ann), await pointsIn(openScope(scenario), bob)]).toEqual([50, 50])
  })

  test('scores by the lock even if the result arrives before it', async () => {
    const { scenario, raceId, first, second, ann, start } = await playEarlyStart()
    await scenario.result(raceId, [second, first])
    await scenario.result(raceId, [second, first], { reason: 'Started early' })
    const setting = { raceId, weekendId: scenario.weekendId, locksAt: start.toISOString(), reopened: 0, revision: 2 }
    expect(await testDatabase.database.transaction((sql) => setLock(sql, setting))).toBe(true)
    await scenario.score(raceId)
    expect(await pointsIn(openScope(scenario), ann)).toBe(25)
    expect(await testDatabase.database.transaction((sql) => setLock(sql, setting))).toBe(false)
  })

  test('ends with a reopening, and a setting from before the reopening changes nothing', async () => {
    const { scenario, raceId, start } = await playEarlyStart()
    await scenario.lockAt(raceId, start)
    const startTime = hoursFromNow(6)
    await scenario.race({ id: raceId, startTime, reopened: 1 })
    const reopened = { locks_at: new Date(Date.parse(startTime) - 120_000), closed_at: null }
    expect(await lockOf(raceId)).toMatchObject(reopened)
    const setting = { raceId, weekendId: scenario.weekendId, locksAt: start.toISOString(), reopened: 0, revision: null }
    await testDatabase.database.transaction((sql) => setLock(sql, setting))
    expect(await lockOf(raceId)).toMatchObject(reopened)
  })

  test('counts a group, its members and its rules as they were at that moment', async () => {
    const { scenario, raceId, first, second, ann, bob } = await playEarlyStart()
    const group = await scenario.group({ useCustomPoints: true })
    await scenario.join(group, ann)
    await scenario.tip(ann, second, group)
    const start = await now()
    await scenario.join(group, bob)
    await scenario.tip(bob, second, group)
    await scenario.rules(group, { useCustomPoints: false })
    const late = await scenario.group()
    await scenario.join(late, bob)
    await scenario.tip(bob, second, late)
    await scenario.result(raceId, [second, first])
    const [groupScope, lateGroupScope] = [{ group_id: group.groupId }, { group_id: late.groupId }]
    expect([
      await pointsIn(groupScope, ann),
      await pointsIn(groupScope, bob),
      await pointsIn(lateGroupScope, bob),
    ]).toEqual([50, 50, 50])
    await scenario.lockAt(raceId, start)
    expect([
      await pointsIn(groupScope, ann),
      await pointsIn(groupScope, bob),
      await pointsIn(lateGroupScope, bob),
    ]).toEqual([25, 0, 0])
    const scored = await testDatabase.database('scopes').where(lateGroupScope).first('scored_races')
    expect(scored).toEqual({ scored_races: 0 })
  })

  test('locks the tips of a group whose first event is this race', async () => {
    const { scenario, raceId, first, second, ann, start } = await playEarlyStart()
    const group = await scenario.group({ lockTipsAfterFirstEvent: true })
    await scenario.join(group, ann)
    await scenario.tip(ann, first, group)
    await scenario.lockAt(raceId, start)
    await expect(scenario.tip(ann, second, group)).rejects.toMatchObject({ code: 'TIPS_LOCKED' })
  })

  test('keeps picks secret while another race of the category is open', async () => {
    const { scenario, raceId, start } = await playEarlyStart()
    await scenario.lockAt(raceId, start)
    const picks = await readPicks(testDatabase).ofWeekend(aFan({ userId: 'nobody' }), scenario.weekendId)
    expect(picks.every((each) => each.open)).toBe(true)
  })
})
