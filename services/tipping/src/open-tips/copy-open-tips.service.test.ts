import type { TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copy, createOpenTipsScenario } from '../../test/open-tips-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2 } from '../../test/tipping-scenario.ts'
import { holdGroup, releaseGroup } from '../groups/hold-group.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(40)
})
afterAll(() => testDatabase.drop())

const setUp = () => createOpenTipsScenario(testDatabase.database)

describe('a tip in the open competition', () => {
  test('is handed in for each group in which the fan uses it, and so is each change', async () => {
    const { scenario, ann, group, car, use, submit, copiesOf } = await setUp()
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
    const { scenario, group, car, use, submit, copiesOf } = await setUp()
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
    const { ann, group, car, use, submit } = await setUp()
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
    const { scenario, race, ann, group, car, use, submit, copiesOf } = await setUp()
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
    const { scenario, ann, group, car, use, submit, copiesOf } = await setUp()
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
    const { scenario, ann, car, use, submit, copiesOf } = await setUp()
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
    const { scenario, group, car, use, copyAll, isDue, submit, copiesOf } = await setUp()
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
    const { scenario, ann, group, use, copyAll, submit, copiesOf } = await setUp()
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
