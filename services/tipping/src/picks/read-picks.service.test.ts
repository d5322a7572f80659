import { randomUUID } from 'node:crypto'
import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTippingDatabase, finalizeAttempt, SUPER2, startGame } from '../../test/game.ts'
import { writeTip } from '../tips/write-tips.ts'
import { readPicks } from './read-picks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

const aReader = (userId: string) => aFan({ userId })

const setUpGame = async () => {
  const game = await startGame(testDatabase.database)
  const [qualifying, race] = [await game.race({ sessionType: 'qualifying' }), await game.race()]
  const cars = await game.cars(3)
  const fans = [await game.fan('ann'), await game.fan('bob'), await game.fan('cat')] as const
  const picks = readPicks(testDatabase)
  const ofWeekend = (userId: string) => picks.ofWeekend(aReader(userId), game.weekendId)
  const ofGroup = ({ groupId }: { groupId: number }, userId: string) => picks.ofGroup(aReader(userId), groupId)
  return { game, qualifying, race, cars: cars as [number, number, number], fans, ofWeekend, ofGroup }
}
const OPEN = [{ categoryId: 1, open: true }]

describe('picks of all fans', () => {
  test('are visible once the last counting race of the category has locked, with the caller’s own', async () => {
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    const [ann, bob, cat] = fans
    await game.tip(ann, cars[0])
    await game.tip(bob, cars[1])
    await game.tip(cat, cars[1])
    await game.close(qualifying)
    expect(await ofWeekend(ann)).toMatchObject(OPEN)
    await game.tip(cat, cars[0])
    await game.close(race)
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
    const { game, qualifying, race, fans, ofWeekend } = await setUpGame()
    expect(await readPicks(testDatabase).ofWeekend(aReader(fans[0]), 2_000_000)).toEqual([])
    await game.close(qualifying)
    await game.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false, tips: 0, cars: [], yours: null }])
  })

  test('become visible at the lock and not one call earlier, by the clock of the database', async () => {
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    await game.tip(fans[0], cars[0])
    await game.close(qualifying)
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
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    const tipping = await testDatabase.database.transaction()
    await writeTip(tipping, { userId: fans[0], weekendId: game.weekendId, category: 1, groupId: null, carId: cars[0] })
    await testDatabase.database('races').whereIn('race_id', [qualifying, race]).update({ locks_at: new Date() })
    const pendingPicks = ofWeekend(fans[1])
    await vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toEqual([]))
    await tipping.commit()
    expect(await pendingPicks).toMatchObject([{ open: false, tips: 1 }])
  })

  test('are secret again if a race is reopened, added or selected, and follow the new locks', async () => {
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    await game.tip(fans[0], cars[0])
    await game.close(qualifying)
    await game.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
    await game.race({ id: race, reopened: 1 })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await game.tip(fans[0], cars[1])
    await game.close(race)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false, cars: [{ carId: cars[1] }] }])
    const added = await game.race({ sessionType: 'race2' })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await game.close(added)
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
  })

  test('stay secret while the lock is provisional', async () => {
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    await game.tip(fans[0], cars[0])
    await game.close(qualifying)
    const attempt = randomUUID()
    await game.close(race, attempt)
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt, isStored: false })
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
    const other = randomUUID()
    await game.close(race, other)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt: other, isStored: true })
    expect(await ofWeekend(fans[0])).toMatchObject([{ open: false }])
  })
})

describe('picks of an open category', () => {
  test('name the race that is awaited last, even one that does not count at present', async () => {
    const { game, qualifying, race, fans, ofGroup } = await setUpGame()
    const group = await game.group({ selectedRaceIds: [qualifying, race] })
    await game.join(group, fans[0])
    const startTime = hoursFromNow(4)
    const deadline = new Date(Date.parse(startTime) - 120_000).toISOString()
    await game.race({ id: race, name: 'Race 1', startTime })
    const openPicks = (waitsFor: object) => [{ ...OPEN[0], waitsFor }]
    expect(await ofGroup(group, fans[0])).toMatchObject(openPicks({ raceId: qualifying, deadline: null }))
    await game.close(qualifying)
    await game.rules(group, { selectedRaceIds: [qualifying] })
    expect(await ofGroup(group, fans[0])).toMatchObject(openPicks({ raceId: race, name: 'Race 1', deadline }))
  })
})

describe('a race that is removed from the selection', () => {
  test('keeps a group’s picks secret while it is open, because it may be selected again', async () => {
    const { game, qualifying, race, cars, fans, ofGroup } = await setUpGame()
    const [ann, bob] = fans
    const group = await game.group({ selectedRaceIds: [qualifying, race] })
    await game.join(group, ann)
    await game.join(group, bob)
    await game.tip(ann, cars[0], group)
    await game.tip(bob, cars[1], group)
    await game.close(qualifying)
    await game.rules(group, { selectedRaceIds: [qualifying] })
    await expect(game.tip(ann, cars[2], group)).rejects.toMatchObject({ code: 'TIPS_CLOSED' })
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
    await game.rules(group, { selectedRaceIds: [qualifying, race] })
    await game.tip(ann, cars[2], group)
    await game.rules(group, { selectedRaceIds: [qualifying] })
    await game.close(race)
    expect(await ofGroup(group, ann)).toMatchObject([{ open: false, tips: 2, yours: cars[2] }])
  })

  test('keeps picks secret if all races were selected, or if the selection was replaced in the same moment', async () => {
    const { game, qualifying, race, fans, ofGroup } = await setUpGame()
    const [selectsAll, selectsOnce] = [await game.group(), await game.group({ selectedRaceIds: [qualifying] })]
    for (const group of [selectsAll, selectsOnce]) await game.join(group, fans[0])
    await game.rules(selectsAll, { selectedRaceIds: [qualifying] })
    await testDatabase.database('scope_rules').insert(
      [race, qualifying].map((raceId, tick) => ({
        scope_id: selectsOnce.scopeId,
        in_force_from: testDatabase.database.raw(`clock_timestamp() + ? * interval '1 microsecond'`, [tick]),
        selected_race_ids: [raceId],
      })),
    )
    await game.close(qualifying)
    for (const group of [selectsAll, selectsOnce]) expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await game.close(race)
    for (const group of [selectsAll, selectsOnce])
      expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
  })

  test('keeps the picks of the open competition secret as well', async () => {
    const { game, qualifying, race, cars, fans, ofWeekend } = await setUpGame()
    await game.tip(fans[0], cars[0])
    await game.filter([qualifying])
    await game.close(qualifying)
    expect(await ofWeekend(fans[1])).toMatchObject(OPEN)
    await game.filter([qualifying, race])
    await game.tip(fans[1], cars[1])
    await game.close(race)
    expect(await ofWeekend(fans[1])).toMatchObject([{ open: false, tips: 2 }])
  })

  test('is not awaited once it is deleted, in another category, or practice', async () => {
    const { game, qualifying, race, fans, ofGroup } = await setUpGame()
    const support = await game.race({ category: SUPER2 })
    const practice = await game.race({ sessionType: 'practice' })
    const group = await game.group({ selectedRaceIds: [practice, qualifying, race, support] })
    await game.join(group, fans[0])
    await game.close(qualifying)
    await game.rules(group, { selectedRaceIds: [practice, qualifying] })
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await game.race({ id: race, deleted: true })
    expect(await ofGroup(group, fans[0])).toMatchObject([{ categoryId: 1, open: false }])
  })

  test('is awaited until its lock is final, and again once it is reopened', async () => {
    const { game, qualifying, race, fans, ofGroup } = await setUpGame()
    const group = await game.group({ selectedRaceIds: [qualifying, race] })
    await game.join(group, fans[0])
    await game.rules(group, { selectedRaceIds: [qualifying] })
    await game.close(qualifying)
    const attempt = randomUUID()
    await game.close(race, attempt)
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
    await finalizeAttempt(testDatabase.database, { raceId: race, attempt, isStored: true })
    expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
    await game.race({ id: race, reopened: 1 })
    expect(await ofGroup(group, fans[0])).toMatchObject(OPEN)
  })

  test('is not awaited if the group follows another weekend', async () => {
    const { game, qualifying, race, fans, ofGroup } = await setUpGame()
    const other = await startGame(testDatabase.database)
    const [shootout, openRace] = [await other.race({ sessionType: 'shootout' }), await other.race()]
    const group = await game.group({ selectedRaceIds: [qualifying, race, openRace] })
    await game.join(group, fans[0])
    await game.rules(group, { selectedRaceIds: [shootout] })
    await game.move(group, other.weekendId)
    await other.close(shootout)
    expect(await ofGroup(group, fans[0])).toMatchObject([{ open: false }])
  })
})

describe('picks of a group', () => {
  test('are visible to its members, by the group’s own races, with names', async () => {
    const { game, qualifying, race, cars, fans, ofGroup, ofWeekend } = await setUpGame()
    const [ann, bob, cat] = fans
    const group = await game.group({ selectedRaceIds: [qualifying] })
    for (const fan of fans) await game.join(group, fan)
    await game.tip(ann, cars[0], group)
    await game.tip(bob, cars[1], group)
    await game.tip(cat, cars[1], group)
    await game.leave(group, cat)
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
    await game.close(qualifying)
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
    await game.rules(group, { selectedRaceIds: [race] })
    expect(await ofGroup(group, ann)).toMatchObject(OPEN)
  })

  test('leave out members with hidden points, except for themselves and the admin', async () => {
    const { game, qualifying, cars, fans, ofGroup } = await setUpGame()
    const [ann, bob, cat] = fans
    const group = await game.group({ selectedRaceIds: [qualifying], hidePointsUntilApproved: true })
    await game.join(group, 'group-admin')
    await game.join(group, ann)
    await game.join(group, bob)
    await game.join(group, cat, false)
    await game.tip(ann, cars[0], group)
    await game.tip(bob, cars[1], group)
    await game.tip(cat, cars[1], group)
    await game.close(qualifying)
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
    const { game, fans, ofGroup } = await setUpGame()
    const group = await game.group()
    await game.join(group, fans[0])
    await game.change(group, { deleted: true })
    await expect(ofGroup(group, fans[0])).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
  })

  test('have a category that the open competition lacks if the group selected a race of it', async () => {
    const { game, qualifying, race, fans, ofGroup, ofWeekend } = await setUpGame()
    const support = await game.race({ category: SUPER2 })
    await game.filter([qualifying, race])
    const group = await game.group({ selectedRaceIds: [support] })
    await game.join(group, fans[0])
    expect(await ofGroup(group, fans[0])).toMatchObject([{ category: SUPER2, open: true }])
    expect(await ofWeekend(fans[0])).toMatchObject(OPEN)
  })
})
