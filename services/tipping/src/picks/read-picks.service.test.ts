import { randomUUID } from 'node:crypto'
import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTippingDatabase, createTippingScenario, finalizeAttempt, SUPER2 } from '../../test/tipping-scenario.ts'
import { writeTip } from '../tips/submit-tip.ts'
import { readPicks } from './read-picks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const aReader = (userId: string) => aFan({ userId })

const setUpScenario = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [qualifying, race] = [await scenario.race({ sessionType: 'qualifying' }), await scenario.race()]
  const cars = await scenario.cars(3)
  const fans = [await scenario.fan('ann'), await scenario.fan('bob'), await scenario.fan('cat')] as const
  const picks = readPicks(testDatabase)
  const ofWeekend = (userId: string) => picks.ofWeekend(aReader(userId), scenario.weekendId)
  const ofGroup = ({ groupId }: { groupId: number }, userId: string) => picks.ofGroup(aReader(userId), { groupId })
  return { scenario, qualifying, race, cars: cars as [number, number, number], fans, ofWeekend, ofGroup }
}
const OPEN = [{ categoryId: 1, open: true }]

describe('picks of all fans', () => {
  test('are visible once the last counting race of the category has locked, with the caller’s own', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    const [ann, bob, cat] = fans
    await scenario.tip(ann, cars[0])
    await scenario.tip(bob, cars[1])
    await scenario.tip(cat, cars[1])
    await scenario.close(qualifying)
    expect(await ofWeekend(ann)).toMatchObject(OPEN)
    await scenario.tip(cat, cars[0])
    await scenario.close(race)
    const distribution = {
      categoryId: 1,
      category: 'Repco Supercars Championship',
      open: false,
      tips: 3,
      cars: [
        { carId: cars[0], count: 2, percent: 66.7 },
        { carId: cars[1], count: 1, percent: 33.3 },
      ],
    }
    expect(await ofWeekend(ann)).toMatchObject([{ ...distribution, yours: cars[0] }])
    expect(await ofWeekend(bob)).toMatchObject([{ ...distribution, yours: cars[1] }])
    expect(await ofWeekend('nobody')).toMatchObject([{ ...distribution, yours: null }])
    expect((await ofWeekend(ann))[0]).not.toHaveProperty('members')
  })

  test('are an empty list in an unknown weekend and an empty distribution in a category without tips', async () => {
    const { scenario, qualifying, race, fans, ofWeekend } = await setUpScenario()
    expect(await readPicks(testDatabase).ofWeekend(aReader(fans[0]), 2_000_000)).toEqual([])
    await scenario.close(qualifying)
    await scenario.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false, tips: 0, cars: [], yours: null }])
  })

  test('become visible at the lock and not one call earlier, by the clock of the database', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    await scenario.tip(fans[0], cars[0])
    await scenario.close(qualifying)
    const { rows } = await testDatabase.database.raw<{ rows: [{ locks_at: Date }] }>(
      `update races set locks_at = date_trunc('milliseconds', clock_timestamp()) + interval '2 seconds'
       where race_id = ? returning locks_at`,
      [race],
    )
    const [{ locks_at }] = rows
    const calls: { before: Date; after: Date; isOpen: boolean | undefined }[] = []
    do {
      const before = await databaseTime(testDatabase.database)
      const [category] = await ofWeekend(fans[0])
      calls.push({ before, after: await databaseTime(testDatabase.database), isOpen: category?.open })
    } while (calls.at(-1)?.isOpen)
    for (const { after, isOpen } of calls) if (after < locks_at) expect(isOpen).toBe(true)
    for (const { before, isOpen } of calls) if (before >= locks_at) expect(isOpen).toBe(false)
    expect(calls.length).toBeGreaterThan(1)
  })

  test('include every tip that was accepted before the lock, even one in progress', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    const tipping = await testDatabase.database.transaction()
    await writeTip(tipping, {
      userId: fans[0],
      weekendId: scenario.weekendId,
      category: 1,
      groupId: null,
      carId: cars[0],
    })
    await testDatabase.database('races').whereIn('race_id', [qualifying, race]).update({ locks_at: new Date() })
    const pendingPicks = ofWeekend(fans[1])
    await vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toEqual([]))
    await tipping.commit()
    expect(await pendingPicks).toMatchObject([{ open: false, tips: 1 }])
  })

  test('are secret again if a race is reopened, added or selected, and follow the new locks', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    await scenario.tip(fans[0], cars[0])
    await scenario.close(qualifying)
    await scenario.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
    await scenario.race({ id: race, reopened: 1 })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await scenario.tip(fans[0], cars[1])
    await scenario.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false, cars: [{ carId: cars[1] }] }])
    const added = await scenario.race({ sessionType: 'race2' })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await scenario.close(added)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
  })

  test('stay secret while the lock is provisional', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    await scenario.tip(fans[0], cars[0])
    await scenario.close(qualifying)
    const attempt = randomUUID()
    await scenario.close(race, attempt)
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt, isStored: false })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    const other = randomUUID()
    await scenario.close(race, other)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt: other, isStored: true })
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
  })
})

describe('picks of an open category', () => {
  test('name the race that is awaited last, even one that does not count at present', async () => {
    const { scenario, qualifying, race, fans, ofGroup } = await setUpScenario()
    const group = await scenario.group({ selectedRaceIds: [qualifying, race] })
    await scenario.join(group, fans[0])
    const startTime = hoursFromNow(4)
    const deadline = new Date(Date.parse(startTime) - 120_000).toISOString()
    await scenario.race({ id: race, name: 'Race 1', startTime })
    const openPicks = (waitsFor: object) => [{ ...OPEN[0], waitsFor }]
    expect(await ofGroup(group, fans[0])).toMatchObject(openPicks({ raceId: qualifying, deadline: null }))
    await scenario.close(qualifying)
    await scenario.rules(group, { selectedRaceIds: [qualifying] })
    expect(await ofGroup(group, fans[0])).toMatchObject(openPicks({ raceId: race, name: 'Race 1', deadline }))
  })
})

describe('a race that is removed from the selection', () => {
  test('keeps a group’s picks secret while it is open, because it may be selected again', async () => {
    const { scenario, qualifying, race, cars, fans, ofGroup } = await setUpScenario()
    const [ann, bob] = fans
    const group = await scenario.group({ selectedRaceIds: [qualifying, race] })
    await scenario.join(group, ann)
    await scenario.join(group, bob)
    await scenario.tip(ann, cars[0], group)
    await scenario.tip(bob, cars[1], group)
    await scenario.close(qualifying)
    await scenario.rules(group, { selectedRaceIds: [qualifying] })
    await expect(scenario.tip(ann, cars[2], group)).rejects.toMatchObject({ code: 'TIPS_CLOSED' })
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
    await scenario.rules(group, { selectedRaceIds: [qualifying, race] })
    await scenario.tip(ann, cars[2], group)
    await scenario.rules(group, { selectedRaceIds: [qualifying] })
    await scenario.close(race)
    expect(await ofGroup(group, ann)).toMatchObject([{ open: false, tips: 2, yours: cars[2] }])
  })

  test('keeps picks secret if all races were selected, or if the selection was replaced in the same moment', async () => {
    const { scenario, qualifying, race, fans, ofGroup } = await setUpScenario()
    const [selectsAll, selectsOnce] = [await scenario.group(), await scenario.group({ selectedRaceIds: [qualifying] })]
    for (const group of [selectsAll, selectsOnce]) await scenario.join(group, fans[0])
    await scenario.rules(selectsAll, { selectedRaceIds: [qualifying] })
    await testDatabase.database('scope_rules').insert(
      [race, qualifying].map((raceId, tick) => ({
        scope_id: selectsOnce.scopeId,
        in_force_from: testDatabase.database.raw(`clock_timestamp() + ? * interval '1 microsecond'`, [tick]),
        selected_race_ids: [raceId],
      })),
    )
    await scenario.close(qualifying)
    for (const group of [selectsAll, selectsOnce]) expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await scenario.close(race)
    for (const group of [selectsAll, selectsOnce])
      expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
  })

  test('keeps the picks of the open competition secret as well', async () => {
    const { scenario, qualifying, race, cars, fans, ofWeekend } = await setUpScenario()
    await scenario.tip(fans[0], cars[0])
    await scenario.filter([qualifying])
    await scenario.close(qualifying)
    expect(await ofWeekend(fans[1])).toMatchObject(OPEN)
    await scenario.filter([qualifying, race])
    await scenario.tip(fans[1], cars[1])
    await scenario.close(race)
    expect(await ofWeekend(fans[1])).toMatchObject([{ open: false, tips: 2 }])
  })

  test('is not awaited once it is deleted, in another category, or practice', async () => {
    const { scenario, qualifying, race, fans, ofGroup } = await setUpScenario()
    const support = await scenario.race({ category: SUPER2 })
    const practice = await scenario.race({ sessionType: 'practice' })
    const group = await scenario.group({ selectedRaceIds: [practice, qualifying, race, support] })
    await scenario.join(group, fans[0])
    await scenario.close(qualifying)
    await scenario.rules(group, { selectedRaceIds: [practice, qualifying] })
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await scenario.race({ id: race, deleted: true })
    expect(await ofGroup(group, fans[0])).toMatchObject([{ categoryId: 1, open: false }])
  })

  test('is awaited until its lock is final, and again once it is reopened', async () => {
    const { scenario, qualifying, race, fans, ofGroup } = await setUpScenario()
    const group = await scenario.group({ selectedRaceIds: [qualifying, race] })
    await scenario.join(group, fans[0])
    await scenario.rules(group, { selectedRaceIds: [qualifying] })
    await scenario.close(qualifying)
    const attempt = randomUUID()
    await scenario.close(race, attempt)
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt, isStored: true })
    expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
    await scenario.race({ id: race, reopened: 1 })
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
  })

  test('is not awaited if the group follows another weekend', async () => {
    const { scenario, qualifying, race, fans, ofGroup } = await setUpScenario()
    const other = await createTippingScenario(testDatabase.database)
    const [shootout, openRace] = [await other.race({ sessionType: 'shootout' }), await other.race()]
    const group = await scenario.group({ selectedRaceIds: [qualifying, race, openRace] })
    await scenario.join(group, fans[0])
    await scenario.rules(group, { selectedRaceIds: [shootout] })
    await scenario.move(group, other.weekendId)
    await other.close(shootout)
    expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
  })
})

describe('picks of a group', () => {
  test('are visible to its members, by the group’s own races, with names', async () => {
    const { scenario, qualifying, race, cars, fans, ofGroup, ofWeekend } = await setUpScenario()
    const [ann, bob, cat] = fans
    const group = await scenario.group({ selectedRaceIds: [qualifying] })
    for (const fan of fans) await scenario.join(group, fan)
    await scenario.tip(ann, cars[0], group)
    await scenario.tip(bob, cars[1], group)
    await scenario.tip(cat, cars[1], group)
    await scenario.leave(group, cat)
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
    await scenario.close(qualifying)
    expect(await ofWeekend(ann)).toMatchObject(OPEN)
    expect(await ofGroup(group, ann)).toMatchObject([
      {
        open: false,
        tips: 2,
        cars: [{ count: 1, percent: 50 }, { count: 1 }],
        yours: cars[0],
        members: [
          { userId: ann, username: 'ann', carId: cars[0] },
          { userId: bob, username: 'bob', carId: cars[1] },
        ],
      },
    ])
    await expect(ofGroup(group, cat)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
    await scenario.rules(group, { selectedRaceIds: [race] })
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
  })

  test('leave out members with hidden points, except for themselves and the admin', async () => {
    const { scenario, qualifying, cars, fans, ofGroup } = await setUpScenario()
    const [ann, bob, cat] = fans
    const group = await scenario.group({ selectedRaceIds: [qualifying], hidePointsUntilApproved: true })
    await scenario.join(group, 'group-admin')
    await scenario.join(group, ann)
    await scenario.join(group, bob)
    await scenario.join(group, cat, false)
    await scenario.tip(ann, cars[0], group)
    await scenario.tip(bob, cars[1], group)
    await scenario.tip(cat, cars[1], group)
    await scenario.close(qualifying)
    const visible = [
      { userId: ann, username: 'ann', carId: cars[0] },
      { userId: bob, username: 'bob', carId: cars[1] },
    ]
    const all = [...visible, { userId: cat, username: 'cat', carId: cars[1] }]
    const [picksForBob] = await ofGroup(group, bob)
    expect(picksForBob).toMatchObject({ tips: 2, members: visible })
    expect(picksForBob).toHaveProperty('cars', [
      expect.objectContaining({ carId: cars[0], count: 1, percent: 50 }),
      expect.objectContaining({ carId: cars[1], count: 1, percent: 50 }),
    ])
    for (const viewer of ['group-admin', cat])
      expect(await ofGroup(group, viewer)).toMatchObject([
        {
          tips: 3,
          members: all,
          cars: [
            { carId: cars[1], count: 2, percent: 66.7 },
            { count: 1, percent: 33.3 },
          ],
        },
      ])
  })

  test('are visible to no user once the group is deleted', async () => {
    const { scenario, fans, ofGroup } = await setUpScenario()
    const group = await scenario.group()
    await scenario.join(group, fans[0])
    await scenario.change(group, { deleted: true })
    await expect(ofGroup(group, fans[0])).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  })

  test('have a category that the open competition lacks if the group selected a race of it', async () => {
    const { scenario, qualifying, race, fans, ofGroup, ofWeekend } = await setUpScenario()
    const support = await scenario.race({ category: SUPER2 })
    await scenario.filter([qualifying, race])
    const group = await scenario.group({ selectedRaceIds: [support] })
    await scenario.join(group, fans[0])
    expect(await ofGroup(group, fans[0])).toMatchObject([{ category: SUPER2, open: true }])
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
  })
})
