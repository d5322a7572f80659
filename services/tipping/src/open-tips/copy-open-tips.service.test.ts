import { silentLogger } from '@purple-sector/service-kit'
import type { TestDatabase } from '@purple-sector/testing'
import { aMembership, aSeason, nextId } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  SUPERCARS,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { makeAutoTips } from '../auto-tips/make-auto-tips.ts'
import { applyGroup } from '../groups/apply-group.ts'
import { holdGroup, releaseGroup } from '../groups/hold-group.ts'
import { closeNow } from '../locks/close-now.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { createTipBatcher, writeTip } from '../tips/submit-tip.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { copyOpenTips } from './copy-open-tips.ts'
import { DUE_COPIES } from './open-tip-repository.ts'

type Group = Awaited<ReturnType<TippingScenario['group']>>

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(40)
})
afterAll(() => testDatabase.drop())

let scenario: TippingScenario
let race = 0
let cars: number[] = []
let ann = ''
let group: Group
const car = (index: number): number => cars[index] ?? 0

beforeEach(async () => {
  await testDatabase.database('open_tips_to_copy').delete()
  scenario = await createTippingScenario(testDatabase.database)
  race = await scenario.race()
  cars = await scenario.cars(3)
  ann = await scenario.fan('ann')
  group = await scenario.group()
  await scenario.join(group, ann)
})

const use = (of: { groupId: number }, usesOpenTips = true, userId = ann) =>
  scenario.publishMembership(of, userId, { usesOpenTips })
const copyAll = () => copyOpenTips(testDatabase.database)
const submit = (
  carId: number,
  over: Partial<{
    userId: string
    groupId: number | null
    category: string
    isAutomatic: boolean
    weekendId: number
  }> = {},
) =>
  testDatabase.database.transaction((sql) =>
    writeTip(sql, { userId: ann, weekendId: scenario.weekendId, category: SUPERCARS, groupId: null, carId, ...over }),
  )
const copiesOf = async (userId = ann, weekendId = scenario.weekendId) => {
  const { tips } = await tipReadModel(testDatabase.database).ofWeekend(userId, weekendId)
  return tips.flatMap(({ groupId, carId, isCopy, isAutomatic }) =>
    groupId === null ? [] : [{ groupId, carId, isCopy, isAutomatic }],
  )
}
const copy = ({ groupId }: { groupId: number }, carId: number, over: object = {}) => ({
  ...{ groupId, carId, isCopy: true, isAutomatic: false },
  ...over,
})
const own = (of: { groupId: number }, carId: number) => copy(of, carId, { isCopy: false })
const isDue = async () => (await testDatabase.database.raw<{ rows: unknown[] }>(DUE_COPIES)).rows.length > 0
const waitForLockWaiters = () =>
  vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toEqual([]), {
    timeout: 30_000,
    interval: 5,
  })

describe('a tip in the open competition', () => {
  test('is handed in for each group in which the fan uses it, and so is each change', async () => {
    const [second, third] = [await scenario.group(), await scenario.group()]
    for (const each of [second, third]) await scenario.join(each, ann)
    await use(group)
    await use(second)
    const { tip } = await submit(car(0))
    expect(tip).toMatchObject({ copiedTo: 2, isCopy: false })
    expect(await copiesOf()).toEqual([copy(group, car(0)), copy(second, car(0))])
    expect((await submit(car(1))).tip.copiedTo).toBe(2)
    expect(await copiesOf()).toEqual([copy(group, car(1)), copy(second, car(1))])
    expect((await submit(car(1))).tip.copiedTo).toBe(2)
    const { tips } = await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)
    const revisions = await testDatabase.database('tip_revisions').whereIn(
      'tip_id',
      tips.map(({ id }) => id),
    )
    expect(revisions).toHaveLength(6)
    expect(new Set(tips.map(({ submittedAt }) => submittedAt)).size).toBe(1)
  })

  test('is copied for no other fan, and not where its fan has switched the setting off', async () => {
    const bob = await scenario.fan('bob')
    await scenario.join(group, bob)
    await use(group)
    expect((await submit(car(0), { userId: bob })).tip.copiedTo).toBe(0)
    await submit(car(0))
    await use(group, false)
    expect((await submit(car(1))).tip.copiedTo).toBe(0)
    expect(await copiesOf()).toEqual([copy(group, car(0))])
    expect(await copiesOf(bob)).toEqual([])
  })

  test('publishes its copies as such, each once', async () => {
    await use(group)
    await submit(car(0))
    await submit(car(0))
    const rows = await testDatabase
      .database('outbox')
      .where({ type: 'tipping.tip-submitted.v1' })
      .orderBy('id')
      .pluck('data')
    expect(rows.filter(({ userId }) => userId === ann)).toMatchObject([
      { groupId: null, carId: car(0), isCopy: false, isNew: true },
      { groupId: group.groupId, carId: car(0), isCopy: true, isNew: true },
    ])
  })

  test('scores in the group like any tip of a member, pending ones by the rules of the group', async () => {
    await use(group)
    const strict = await scenario.group({ preventPointsUntilApproved: true })
    await scenario.join(strict, ann, false)
    await use(strict)
    await submit(car(0))
    await scenario.close(race)
    await scenario.result(race, [car(0)])
    const totals = await testDatabase.database('standings').where({ user_id: ann }).orderBy('scope_id').pluck('total')
    expect(totals).toEqual([50, 50, 0])
    expect(await copiesOf()).toEqual([copy(group, car(0)), copy(strict, car(0))])
  })
})

describe('a group that does not take the open tip is left out', () => {
  test('where the category is not among its sessions, has closed there or is locked after the first event', async () => {
    const other = await scenario.race({ category: SUPER2 })
    const first = await scenario.race({ sessionType: 'qualifying' })
    const [elsewhere, closed, locked] = [
      await scenario.group({ selectedRaceIds: [other] }),
      await scenario.group({ selectedRaceIds: [first] }),
      await scenario.group({ lockTipsAfterFirstEvent: true }),
    ]
    for (const each of [elsewhere, closed, locked, group]) {
      await scenario.join(each, ann)
      await use(each)
    }
    await testDatabase.database('races').where({ race_id: first }).update({ has_started: true })
    await scenario.close(first)
    expect((await submit(car(0))).tip.copiedTo).toBe(1)
    expect(await copiesOf()).toEqual([copy(group, car(0))])
  })

  test('and a copy that the group does not change stays as it is', async () => {
    const first = await scenario.race({ sessionType: 'qualifying' })
    const short = await scenario.group({ selectedRaceIds: [first] })
    await scenario.join(short, ann)
    await use(short)
    await submit(car(0))
    await scenario.close(first)
    expect((await submit(car(1))).tip.copiedTo).toBe(0)
    expect(await copiesOf()).toEqual([copy(short, car(0))])
  })

  test('while it is about to move, and has the tip once it stays', async () => {
    await use(group)
    const moveId = '7f9c24e8-3b12-4fef-91e0-5c8ad0b37e11'
    const { groupId } = group
    const held = { params: { groupId }, request: { moveId, weekendId: scenario.weekendId } }
    expect(await holdGroup(testDatabase)(held)).toEqual({ outcome: 'held' })
    await copyAll()
    expect((await submit(car(0))).tip.copiedTo).toBe(0)
    expect([await copiesOf(), await isDue()]).toEqual([[], false])
    await releaseGroup(testDatabase)({ params: { groupId }, request: { moveId } })
    expect(await isDue()).toBe(true)
    await copyAll()
    expect([await copiesOf(), await isDue()]).toEqual([[copy(group, car(0))], false])
  })

  test('and is in its new weekend after a move', async () => {
    await use(group)
    const next = await createTippingScenario(testDatabase.database)
    await next.race()
    const [nextCar = 0] = await next.cars(1)
    await submit(nextCar, { weekendId: next.weekendId })
    await scenario.move(group, next.weekendId)
    await copyAll()
    expect(await copiesOf(ann, next.weekendId)).toEqual([copy(group, nextCar)])
  })
})

describe('a tip in the group itself', () => {
  test('stays, and ends copies in this category and weekend alone', async () => {
    const other = await scenario.race({ category: SUPER2 })
    const [first = 0, second = 0] = await scenario.cars(2, SUPER2)
    await use(group)
    await submit(car(0), { groupId: group.groupId })
    expect((await submit(car(1))).tip.copiedTo).toBe(0)
    expect((await submit(first, { category: SUPER2 })).tip.copiedTo).toBe(1)
    expect(await copiesOf()).toEqual([own(group, car(0)), copy(group, first)])
    await submit(second, { category: SUPER2, groupId: group.groupId })
    await submit(first, { category: SUPER2 })
    expect(await copiesOf()).toEqual([own(group, car(0)), own(group, second)])
    expect(other).toBeGreaterThan(0)
  })

  test('makes a copy the fan’s own, also on the same car while the category is open there', async () => {
    await use(group)
    await submit(car(0))
    const { tip } = await submit(car(0), { groupId: group.groupId })
    expect(tip).toMatchObject({ isCopy: false, copiedTo: 0 })
    await submit(car(1))
    expect(await copiesOf()).toEqual([own(group, car(0))])
    const events = await testDatabase
      .database('outbox')
      .where({ subject: `tip/${tip.id}` })
      .orderBy('id')
      .pluck('data')
    expect(events).toMatchObject([
      { isCopy: true, isNew: true },
      { isCopy: false, isNew: false, submittedAt: tip.submittedAt },
    ])
  })

  test('leaves a copy a copy once the category has closed', async () => {
    await use(group)
    await submit(car(0))
    await scenario.close(race)
    expect((await submit(car(0), { groupId: group.groupId })).tip.isCopy).toBe(true)
  })
})

describe('switching it on', () => {
  test('hands in the present open tips, except where the fan has tipped in the group or the group refuses', async () => {
    await scenario.race({ category: SUPER2 })
    const [first = 0, second = 0] = await scenario.cars(2, SUPER2)
    await submit(car(0))
    await submit(first, { category: SUPER2 })
    await submit(second, { category: SUPER2, groupId: group.groupId })
    await use(group)
    expect(await isDue()).toBe(true)
    await copyAll()
    expect([await copiesOf(), await isDue()]).toEqual([[copy(group, car(0)), own(group, second)], false])
  })

  test('hands nothing in after the lock, and no car that is out', async () => {
    await submit(car(0))
    await scenario.close(race)
    await use(group)
    await copyAll()
    expect(await copiesOf()).toEqual([])
    await use(group, false)
    await scenario.race()
    await testDatabase
      .database('cars')
      .where({ id: car(0) })
      .update({ status: 'dnf' })
    await use(group)
    await copyAll()
    expect(await copiesOf()).toEqual([])
  })

  test('has handed the tips in when the call of groups is answered', async () => {
    await submit(car(0))
    const [known] = await testDatabase
      .database('published_memberships')
      .where({ group_id: group.groupId, user_id: ann })
    const data = aMembership({
      ...{ groupId: group.groupId, weekendId: scenario.weekendId, userId: ann, usesOpenTips: true },
      joinedAt: known.joined_at.toISOString(),
    })
    await applyGroup(testDatabase)({ request: { memberships: [{ sequence: nextId(), data }] } })
    expect(await copiesOf()).toEqual([copy(group, car(0))])
  })

  test('again brings copies up to date that were left when it was switched off', async () => {
    await use(group)
    await submit(car(0))
    await use(group, false)
    await submit(car(1))
    await use(group)
    await copyAll()
    expect(await copiesOf()).toEqual([copy(group, car(1))])
  })

  test('is over with the membership: a member who returns has no copies', async () => {
    await use(group)
    await submit(car(0))
    await scenario.leave(group, ann)
    expect((await submit(car(1))).tip.copiedTo).toBe(0)
    await scenario.publishMembership(group, ann, {
      ...{ deleted: false, usesOpenTips: false, joinedAt: new Date().toISOString() },
    })
    await copyAll()
    expect((await submit(car(2))).tip.copiedTo).toBe(0)
    expect(await copiesOf()).toEqual([])
  })
})

describe('tips that were handed in before', () => {
  test('are copied when the group opens in the weekend', async () => {
    const next = await createTippingScenario(testDatabase.database)
    await next.race()
    const [nextCar = 0] = await next.cars(1)
    const season = await scenario.seasonGroup([scenario.weekendId])
    await scenario.join(season, ann)
    await use(season)
    await copyAll()
    expect((await submit(nextCar, { weekendId: next.weekendId })).tip.copiedTo).toBe(0)
    const weekends = [scenario.weekendId, next.weekendId].map((weekendId) => ({ weekendId, selectedRaceIds: [] }))
    await scenario.change(season, { weekends, allSeason: true })
    expect(await isDue()).toBe(true)
    await copyAll()
    expect(await copiesOf(ann, next.weekendId)).toEqual([copy(season, nextCar)])
  })

  test('are copied when the group selects the category', async () => {
    const other = await scenario.race({ category: SUPER2 })
    await use(group)
    await scenario.rules(group, { selectedRaceIds: [other] })
    await copyAll()
    expect((await submit(car(0))).tip.copiedTo).toBe(0)
    await scenario.rules(group, { selectedRaceIds: [] })
    await copyAll()
    expect(await copiesOf()).toEqual([copy(group, car(0))])
  })

  test('are copied once by several processes, in more than one batch', async () => {
    const fans = await Promise.all(Array.from({ length: 210 }, (_, index) => scenario.fan(`fan-${index}`)))
    for (const userId of fans) await scenario.join(group, userId)
    for (const userId of fans) await submit(car(0), { userId })
    for (const userId of fans) await use(group, true, userId)
    await Promise.all([copyAll(), copyAll(), copyAll()])
    const rows = testDatabase.database('tips').where({ scope_id: group.scopeId, is_copy: true })
    expect(await rows.clone()).toHaveLength(210)
    const revisions = testDatabase.database('tip_revisions').join('tips', 'tips.id', 'tip_id')
    expect(await revisions.where({ scope_id: group.scopeId })).toHaveLength(210)
    expect(await isDue()).toBe(false)
  })

  test('leave no mark behind when the group has ended', async () => {
    await use(group)
    await scenario.change(group, { deleted: true })
    expect(await isDue()).toBe(true)
    await copyAll()
    expect(await isDue()).toBe(false)
  })
})

describe('an automatic tip', () => {
  test('is copied as automatic, and its copy becomes the fan’s own with it', async () => {
    await testDatabase
      .database('races')
      .where({ race_id: race })
      .update({ locks_at: new Date(Date.now() + 3_600_000) })
    await use(group)
    expect((await submit(car(0), { isAutomatic: true })).tip).toMatchObject({ isAutomatic: true, copiedTo: 1 })
    expect(await copiesOf()).toEqual([copy(group, car(0), { isAutomatic: true })])
    expect((await submit(car(0))).tip).toMatchObject({ isAutomatic: false, copiedTo: 1 })
    expect(await copiesOf()).toEqual([copy(group, car(0))])
  })

  test('of the group itself gives way to the open tip, and is not made where that is used', async () => {
    await testDatabase
      .database('races')
      .where({ race_id: race })
      .update({ locks_at: new Date(Date.now() + 3_600_000) })
    await submit(car(0), { isAutomatic: true, groupId: group.groupId })
    await submit(car(1))
    await use(group)
    await copyAll()
    expect(await copiesOf()).toEqual([copy(group, car(1))])
    const bob = await scenario.fan('bob')
    await scenario.join(group, bob)
    await use(group, true, bob)
    await expect(submit(car(0), { userId: bob, isAutomatic: true, groupId: group.groupId })).rejects.toMatchObject({
      code: 'TIPS_CLOSED',
    })
  })

  test('of a season is that of the open competition, also where the group’s own would be another car', async () => {
    const { database } = testDatabase
    const [before, next] = [
      await createTippingScenario(database, { startDate: '2026-03-01' }),
      await createTippingScenario(database, { startDate: '2026-04-01' }),
    ]
    const season = aSeason({ id: nextId(), weekendIds: [before.weekendId, next.weekendId] })
    await database.transaction((sql) => projectSeason(sql, season))
    await before.race()
    const earlier = await before.cars(2)
    await next.race({ startTime: new Date(Date.now() + 3_600_000).toISOString() })
    const entered = await next.cars(2)
    for (const [index, id] of [...earlier, ...entered].entries())
      await database('cars')
        .where({ id })
        .update({ plate: String((index % 2) + 1), driver: `Driver ${index % 2}` })
    const bob = await before.fan('bob', { autoTip: true })
    const both = await before.seasonGroup([before.weekendId, next.weekendId])
    await before.join(both, bob)
    await before.tip(bob, earlier[0] ?? 0)
    await before.tip(bob, earlier[1] ?? 0, both)
    await before.publishMembership(both, bob, { usesOpenTips: true })
    await copyAll()
    await makeAutoTips({ database, log: silentLogger() })
    expect(await copiesOf(bob, next.weekendId)).toEqual([copy(both, entered[0] ?? 0, { isAutomatic: true })])
    expect(await copiesOf(bob, before.weekendId)).toEqual([own(both, earlier[1] ?? 0)])
  })
})

describe('at the same time', () => {
  test('a race closes: tip and copy count from the same race', async () => {
    await scenario.race()
    const fans = await Promise.all(Array.from({ length: 30 }, (_, index) => scenario.fan(`racer-${index}`)))
    for (const userId of fans) {
      await scenario.join(group, userId)
      await use(group, true, userId)
    }
    await copyAll()
    const write = createTipBatcher(testDatabase.database)
    const { weekendId } = scenario
    const sent = fans.map((userId) => write({ userId, weekendId, category: SUPERCARS, groupId: null, carId: car(0) }))
    await testDatabase.database.transaction((sql) => closeNow(sql, race, weekendId))
    expect((await Promise.all(sent)).map(({ tip }) => tip.copiedTo)).toEqual(fans.map(() => 1))
    for (const userId of fans) {
      const { tips } = await tipReadModel(testDatabase.database).ofWeekend(userId, weekendId)
      expect(tips.map(({ sessions }) => sessions.map(({ carId }) => carId))).toEqual([
        tips[0]?.sessions.map(({ carId }) => carId),
        tips[0]?.sessions.map(({ carId }) => carId),
      ])
    }
  })

  test('a setting that is switched off waits for a tip on its way, and none is copied afterwards', async () => {
    await use(group)
    await copyAll()
    let switchedOff: Promise<void> | undefined
    await testDatabase.database.transaction(async (sql) => {
      await writeTip(sql, {
        userId: ann,
        weekendId: scenario.weekendId,
        category: SUPERCARS,
        groupId: null,
        carId: car(0),
      })
      switchedOff = use(group, false)
      await waitForLockWaiters()
    })
    await switchedOff
    expect((await submit(car(1))).tip.copiedTo).toBe(0)
    expect(await copiesOf()).toEqual([copy(group, car(0))])
  })

  test('a setting that is switched on misses no tip', async () => {
    for (let round = 0; round < 10; round += 1) {
      const tips = [car(0), car(1), car(2)].map((carId) => submit(carId))
      await Promise.all([use(group), ...tips, copyAll(), copyAll()])
      await copyAll()
      const { tips: saved } = await tipReadModel(testDatabase.database).ofWeekend(ann, scenario.weekendId)
      expect(await copiesOf()).toEqual([copy(group, saved[0]?.carId ?? 0)])
      await use(group, false)
    }
  })

  test('a tip in the group is never replaced by the open one', async () => {
    await use(group)
    await copyAll()
    const write = createTipBatcher(testDatabase.database)
    const request = { userId: ann, weekendId: scenario.weekendId, category: SUPERCARS }
    await Promise.all([
      write({ ...request, groupId: null, carId: car(0) }),
      submit(car(2), { groupId: group.groupId }),
      write({ ...request, groupId: null, carId: car(1) }),
    ])
    expect(await copiesOf()).toEqual([own(group, car(2))])
  })

  test('fans tip in many groups and in the open competition without waiting in a circle', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, (_, index) => scenario.fan(`busy-${index}`)))
    const groups = [group, await scenario.group(), await scenario.group()]
    for (const userId of fans)
      for (const each of groups) {
        await scenario.join(each, userId)
        await use(each, true, userId)
      }
    await copyAll()
    const writers = [createTipBatcher(testDatabase.database), createTipBatcher(testDatabase.database)]
    const { weekendId } = scenario
    const receipts = await Promise.all(
      fans.flatMap((userId, index) =>
        [null, groups[index % 3]!.groupId, null].map((groupId, turn) =>
          writers[(index + turn) % 2]!({ userId, weekendId, category: SUPERCARS, groupId, carId: car(turn) }),
        ),
      ),
    )
    expect(receipts).toHaveLength(24)
    for (const [index, userId] of fans.entries()) {
      const copies = await copiesOf(userId)
      expect(copies.filter(({ isCopy }) => !isCopy)).toEqual([own(groups[index % 3]!, car(1))])
      expect(copies).toHaveLength(3)
    }
  })
})
