import type { TestDatabase } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copy, createOpenTipsScenario, own } from '../../test/open-tips-scenario.ts'
import { createTippingDatabase, SUPERCARS } from '../../test/tipping-scenario.ts'
import { closeNow } from '../locks/close-now.ts'
import { createTipBatcher, writeTip } from '../tips/submit-tip.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(40)
})
afterAll(() => testDatabase.drop())

const setUp = () => createOpenTipsScenario(testDatabase.database)

const waitForLockWaiters = () =>
  vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toEqual([]), {
    timeout: 30_000,
    interval: 5,
  })

describe('at the same time', () => {
  test('a race closes: tip and copy count from the same race', async () => {
    const { scenario, race, group, car, use, copyAll } = await setUp()
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
    const { scenario, ann, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, ann, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, ann, group, car, use, copyAll, submit, copiesOf } = await setUp()
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
    const { scenario, group, car, use, copyAll, copiesOf } = await setUp()
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
