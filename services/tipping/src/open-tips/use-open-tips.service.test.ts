import type { TestDatabase } from '@purple-sector/testing'
import { aMembership, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copy, createOpenTipsScenario, own } from '../../test/open-tips-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2 } from '../../test/tipping-scenario.ts'
import { applyGroup } from '../groups/apply-group.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(40)
})
afterAll(() => testDatabase.drop())

const setUp = () => createOpenTipsScenario(testDatabase.database)

describe('switching it on', () => {
  test('hands in the present open tips, except where the fan has tipped in the group or the group refuses', async () => {
    const { scenario, group, car, use, copyAll, isDue, submit, copiesOf } = await setUp()
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
    const { scenario, race, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, ann, group, car, submit, copiesOf } = await setUp()
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
    const { group, car, use, copyAll, submit, copiesOf } = await setUp()
    await use(group)
    await submit(car(0))
    await use(group, false)
    await submit(car(1))
    await use(group)
    await copyAll()
    expect(await copiesOf()).toEqual([copy(group, car(1))])
  })

  test('is over with the membership: a member who returns has no copies', async () => {
    const { scenario, ann, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, ann, use, copyAll, isDue, submit, copiesOf } = await setUp()
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
    const { scenario, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, group, car, use, copyAll, isDue, submit } = await setUp()
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
    const { scenario, group, use, copyAll, isDue } = await setUp()
    await use(group)
    await scenario.change(group, { deleted: true })
    expect(await isDue()).toBe(true)
    await copyAll()
    expect(await isDue()).toBe(false)
  })
})
