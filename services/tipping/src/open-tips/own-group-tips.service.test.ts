import { silentLogger } from '@purple-sector/service-kit'
import type { TestDatabase } from '@purple-sector/testing'
import { aSeason, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOfTip } from '../../test/events-of-tip.ts'
import { copy, createOpenTipsScenario, own } from '../../test/open-tips-scenario.ts'
import { createTippingDatabase, createTippingScenario, SUPER2 } from '../../test/tipping-scenario.ts'
import { makeAutoTips } from '../auto-tips/make-auto-tips.ts'
import { projectSeason } from '../seasons/season-projection.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(40)
})
afterAll(() => testDatabase.drop())

const setUp = () => createOpenTipsScenario(testDatabase.database)

describe('a tip in the group itself', () => {
  test('stays, and ends copies in this category and weekend alone', async () => {
    const { scenario, group, car, use, submit, copiesOf } = await setUp()
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
    const { group, car, use, submit, copiesOf } = await setUp()
    await use(group)
    await submit(car(0))
    const { tip } = await submit(car(0), { groupId: group.groupId })
    expect(tip).toMatchObject({ isCopy: false, copiedTo: 0 })
    await submit(car(1))
    expect(await copiesOf()).toEqual([own(group, car(0))])
    expect(await eventsOfTip(testDatabase.database, tip.id)).toMatchObject([
      { isCopy: true, isNew: true },
      { isCopy: false, isNew: false, submittedAt: tip.submittedAt },
    ])
  })

  test('leaves a copy a copy once the category has closed', async () => {
    const { scenario, race, group, car, use, submit } = await setUp()
    await use(group)
    await submit(car(0))
    await scenario.close(race)
    expect((await submit(car(0), { groupId: group.groupId })).tip.isCopy).toBe(true)
  })
})

describe('an automatic tip', () => {
  test('is copied as automatic, and its copy becomes the fan’s own with it', async () => {
    const { race, group, car, use, submit, copiesOf } = await setUp()
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
    const { scenario, race, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { copyAll, copiesOf } = await setUp()
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
