import { membersNudged } from '@purple-sector/contracts/tipping/events'
import { silentLogger } from '@purple-sector/service-kit'
import type { TestDatabase } from '@purple-sector/testing'
import { aCar, aFan, aSeason, aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applySeason } from '../../test/season-scenario.ts'
import {
  createTippingDatabase,
  createTippingScenario,
  SUPER2,
  type TippingScenario,
} from '../../test/tipping-scenario.ts'
import { makeAutoTips } from '../auto-tips/make-auto-tips.ts'
import { removeDeletedWeekends } from '../deletion/remove-deleted-weekends.ts'
import { projectCar } from '../projections/car-projection.ts'
import { projectUser } from '../projections/user-projection.ts'
import { nudgeUntipped } from './nudge-untipped.ts'
import { readUntipped } from './read-untipped.ts'

const HOUR = 3_600_000
const SUPERCARS_ID = 1
const SUPER2_ID = 3
const admin = aFan({ userId: 'group-admin' })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

type InGroup = { weekendId: number; groupId: number }
const list = async ({ weekendId, groupId }: InGroup) => {
  const { categories } = await readUntipped(testDatabase)(admin, { groupId, weekendId })
  return categories.map(({ categoryId, members }) => [categoryId, members.map(({ username }) => username)])
}
const nudge = ({ weekendId, groupId }: InGroup) => nudgeUntipped(testDatabase)(admin, { groupId, weekendId })
const nudgesOf = async ({ groupId }: { groupId: number }) => {
  const rows = await testDatabase.database('outbox').where({ type: membersNudged.type }).orderBy('id').select('data')
  return rows.map(({ data }) => data).filter((data) => data.groupId === groupId)
}

let scenario: TippingScenario
let group: { groupId: number; scopeId: number }
let raceId = 0
let cars: number[] = []
const names = { boss: '', ann: '', bob: '' }
const here = () => ({ weekendId: scenario.weekendId, groupId: group.groupId })

/** A group of three with a race in three days, in which no member has tipped; Bob is pending. */
beforeEach(async () => {
  scenario = await createTippingScenario(testDatabase.database)
  raceId = await scenario.race({ startTime: inMs(72 * HOUR) })
  cars = await scenario.cars(2)
  group = await scenario.group()
  await scenario.fan('boss', { id: admin.userId })
  names.boss = admin.userId
  names.ann = await scenario.fan('ann')
  names.bob = await scenario.fan('bob')
  await scenario.join(group, admin.userId)
  await scenario.join(group, names.ann)
  await scenario.join(group, names.bob, false)
})

describe('members who have not tipped', () => {
  test('are listed by open category and name, pending ones too, until they tip in the group', async () => {
    expect((await readUntipped(testDatabase)(admin, here())).categories).toEqual([
      {
        categoryId: SUPERCARS_ID,
        category: 'Repco Supercars Championship',
        deadline: expect.any(String),
        members: [
          { userId: names.ann, username: 'ann', firstName: 'Fan' },
          { userId: names.bob, username: 'bob', firstName: 'Fan' },
          { userId: names.boss, username: 'boss', firstName: 'Fan' },
        ],
      },
    ])
    // A tip of the open competition is none of the group.
    await scenario.tip(names.ann, cars[0]!)
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['ann', 'bob', 'boss']]])
    await scenario.tip(names.ann, cars[0]!, group)
    await scenario.tip(names.bob, cars[1]!, group)
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['boss']]])
    await scenario.tip(names.boss, cars[0]!, group)
    expect(await list(here())).toEqual([[SUPERCARS_ID, []]])
  })

  test('are those of the present membership', async () => {
    await scenario.tip(names.ann, cars[0]!, group)
    await scenario.leave(group, names.bob)
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['boss']]])
    await scenario.rejoin(group, names.ann)
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['ann', 'boss']]])
  })

  test('have no deleted account', async () => {
    const { database } = testDatabase
    await database.transaction((sql) => projectUser(sql, aUser({ id: names.ann, deleted: true })))
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
    expect(await nudge(here())).toEqual({ count: 2 })
  })

  test('are listed with the deadline of the next session that their tip would count for', async () => {
    const startTime = inMs(48 * HOUR)
    const next = await scenario.race({ startTime })
    const deadline = async () => (await readUntipped(testDatabase)(admin, here())).categories[0]?.deadline
    expect(Date.parse((await deadline()) ?? '')).toBe(Date.parse(startTime) - 120_000)
    await scenario.close(next)
    expect(Date.parse((await deadline()) ?? '')).toBeGreaterThan(Date.now() + 70 * HOUR)
    await scenario.race({ id: raceId, startTime: null })
    expect(await deadline()).toBeNull()
  })

  test('are not listed in a category that is closed, does not count, or has no car to tip', async () => {
    const other = await scenario.race({ category: SUPER2 })
    expect(await list(here())).toHaveLength(1)
    const [car] = await scenario.cars(1, SUPER2)
    expect((await list(here())).map(([categoryId]) => categoryId)).toEqual([SUPERCARS_ID, SUPER2_ID])
    await scenario.rules(group, { selectedRaceIds: [other] })
    expect((await list(here())).map(([categoryId]) => categoryId)).toEqual([SUPER2_ID])
    await scenario.rules(group, { selectedRaceIds: [] })
    await scenario.close(raceId)
    expect((await list(here())).map(([categoryId]) => categoryId)).toEqual([SUPER2_ID])
    const { database } = testDatabase
    const out = aCar({ id: car!, weekendId: scenario.weekendId, category: SUPER2, status: 'crashed' })
    await database.transaction((sql) => projectCar(sql, out))
    expect(await list(here())).toEqual([])
  })

  test('are not listed once the first event has started where that locks tips', async () => {
    await scenario.rules(group, { lockTipsAfterFirstEvent: true })
    const first = await scenario.race({ startTime: inMs(48 * HOUR) })
    expect(await list(here())).toHaveLength(1)
    await scenario.race({ id: first, startTime: inMs(48 * HOUR), status: 'running' })
    expect(await list(here())).toEqual([])
    expect(await nudge(here())).toEqual({ count: 0 })
  })

  test('are not listed in a weekend that is not announced', async () => {
    await scenario.weekend({ status: 'inactive', isActive: false })
    expect(await list(here())).toEqual([])
    await scenario.weekend({ isActive: true })
    expect(await list(here())).toHaveLength(1)
  })
})

describe('a nudge', () => {
  test('names each member with the categories that they have not tipped, once a weekend', async () => {
    await scenario.race({ category: SUPER2 })
    const [support] = await scenario.cars(1, SUPER2)
    await scenario.tip(names.ann, cars[0]!, group)
    await scenario.tip(names.bob, cars[0]!, group)
    await scenario.tip(names.bob, support!, { ...group, category: SUPER2 })
    expect(await nudge(here())).toEqual({ count: 2 })
    expect(await nudgesOf(group)).toEqual([
      {
        ...here(),
        group: `Group ${group.groupId}`,
        weekend: expect.any(String),
        timeZone: 'Australia/Sydney',
        categories: [
          { categoryId: SUPERCARS_ID, category: 'Supercars', deadline: expect.any(String) },
          { categoryId: SUPER2_ID, category: 'Super2', deadline: null },
        ],
        members: [
          { userId: names.boss, categoryIds: [SUPERCARS_ID, SUPER2_ID] },
          { userId: names.ann, categoryIds: [SUPER2_ID] },
        ],
      },
    ])
    await expect(nudge(here())).rejects.toMatchObject({ code: 'ALREADY_NUDGED' })
    const { nudgedAt } = await readUntipped(testDatabase)(admin, here())
    expect(nudgedAt).toBeInstanceOf(Date)
  })

  test('is sent once by two requests at once', async () => {
    const outcomes = await Promise.allSettled([nudge(here()), nudge(here()), nudge(here())])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALREADY_NUDGED' })
    expect(await nudgesOf(group)).toHaveLength(1)
  })

  test('is not used up without a member to notify', async () => {
    for (const userId of [names.boss, names.ann, names.bob]) await scenario.tip(userId, cars[0]!, group)
    expect([await nudge(here()), await nudge(here())]).toEqual([{ count: 0 }, { count: 0 }])
    expect((await readUntipped(testDatabase)(admin, here())).nudgedAt).toBeUndefined()
    const cleo = await scenario.fan('cleo')
    await scenario.join(group, cleo)
    expect(await nudge(here())).toEqual({ count: 1 })
    expect(await nudgesOf(group)).toMatchObject([{ members: [{ userId: cleo }] }])
  })

  test('reaches no member who switched nudges off, and does not count them', async () => {
    const { database } = testDatabase
    await database.transaction((sql) => projectUser(sql, aUser({ id: names.ann, username: 'ann', nudges: false })))
    expect(await list(here())).toEqual([[SUPERCARS_ID, ['ann', 'bob', 'boss']]])
    expect(await nudge(here())).toEqual({ count: 2 })
    const [sent] = await nudgesOf(group)
    expect(sent.members.map(({ userId }: { userId: string }) => userId)).toEqual([names.bob, names.boss])
  })

  test('reaches no member after the last deadline', async () => {
    await scenario.close(raceId)
    expect(await nudge(here())).toEqual({ count: 0 })
    expect(await nudgesOf(group)).toEqual([])
  })

  test('is split over several events of a thousand members', async () => {
    const { database } = testDatabase
    const joined = Array.from({ length: 1_100 }, (_, index) => `many-${nextId()}-${index}`)
    await database('memberships').insert(
      joined.map((user_id) => ({
        scope_id: group.scopeId,
        user_id,
        joined_at: new Date(),
        published_joined_at: new Date(),
      })),
    )
    expect(await nudge(here())).toEqual({ count: 1_103 })
    expect((await nudgesOf(group)).map(({ members }) => members.length)).toEqual([1_000, 103])
  })

  test('goes with its group and its weekend', async () => {
    const { database } = testDatabase
    const rows = () => database('nudges').where({ weekend_id: scenario.weekendId }).pluck('group_id')
    const other = await scenario.group()
    await scenario.join(other, admin.userId)
    await nudge(here())
    await nudge({ ...here(), groupId: other.groupId })
    expect((await rows()).length).toBe(2)
    await scenario.change(group, { deleted: true })
    expect(await rows()).toEqual([other.groupId])
    await expect(nudge(here())).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' })
    await scenario.weekend({ deleted: true })
    await removeDeletedWeekends(database)
    expect(await rows()).toEqual([])
  })
})

describe('automatic tips', () => {
  /** A season group of two rounds; Ann and Bob tipped car 88 in the first, and want automatic tips. */
  const nextRound = async () => {
    const { database } = testDatabase
    const second = await createTippingScenario(database, {
      status: 'inactive',
      startDate: '2026-12-20',
      endDate: '2026-12-20',
    })
    await scenario.weekend({ startDate: '2026-12-01', endDate: '2026-12-01' })
    await applySeason(database, aSeason({ weekendIds: [scenario.weekendId, second.weekendId] }))
    const { groupId } = await scenario.seasonGroup([scenario.weekendId, second.weekendId])
    const enter = async (weekendId: number, plate: string, driver: string) => {
      const car = aCar({ weekendId, plate, number: Number(plate), driver })
      await database.transaction((sql) => projectCar(sql, car))
      return car.id
    }
    const earlier = await enter(scenario.weekendId, '88', 'Broc Feeney')
    for (const name of ['ann', 'bob'] as const) {
      await database.transaction((sql) => projectUser(sql, aUser({ id: names[name], username: name, autoTip: true })))
      await scenario.join({ groupId }, names[name])
    }
    await scenario.join({ groupId }, admin.userId)
    await scenario.tip(names.ann, earlier, { groupId })
    await enter(second.weekendId, '5', 'Will Brown')
    return { second, groupId, enter, round: { weekendId: second.weekendId, groupId } }
  }

  test('count from the start for members who get one, not for those without a car of theirs or an earlier tip', async () => {
    const { second, enter, round } = await nextRound()
    const secondRace = await second.race({ startTime: inMs(72 * HOUR) })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['ann', 'bob', 'boss']]])
    const car = await enter(second.weekendId, '88', 'Broc Feeney')
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
    expect(await nudge(round)).toEqual({ count: 2 })
    await second.race({ id: secondRace, startTime: inMs(HOUR) })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
    await makeAutoTips({ ...testDatabase, log: silentLogger() })
    const tips = await testDatabase.database('tips').where({ weekend_id: second.weekendId, is_automatic: true })
    expect(tips).toMatchObject([{ user_id: names.ann, car_id: car }])
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
  })

  test('are those of the open competition for members who use their open tips in the group', async () => {
    const { second, groupId, enter, round } = await nextRound()
    await second.race({ startTime: inMs(HOUR) })
    const car = await enter(second.weekendId, '88', 'Broc Feeney')
    const earlier = await testDatabase.database('tips').where({ user_id: names.ann }).first()
    await scenario.tip(names.bob, earlier.car_id)
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
    for (const name of ['ann', 'bob'] as const)
      await scenario.publishMembership({ groupId }, names[name], { usesOpenTips: true })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['ann', 'boss']]])
    await makeAutoTips({ ...testDatabase, log: silentLogger() })
    const tips = testDatabase.database('tips').where({ weekend_id: second.weekendId, is_automatic: true }).orderBy('id')
    expect(await tips).toMatchObject([
      { user_id: names.bob, car_id: car, is_copy: false },
      { user_id: names.bob, car_id: car, is_copy: true },
    ])
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['ann', 'boss']]])
  })

  test('count no more within two minutes of the deadline, and not while a session has no time', async () => {
    const { second, enter, round } = await nextRound()
    await enter(second.weekendId, '88', 'Broc Feeney')
    const secondRace = await second.race({ startTime: inMs(72 * HOUR) })
    const untimed = await second.race({ startTime: null })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['ann', 'bob', 'boss']]])
    await second.race({ id: untimed, startTime: inMs(73 * HOUR) })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['bob', 'boss']]])
    await second.race({ id: secondRace, startTime: inMs(3.9 * 60_000) })
    expect(await list(round)).toEqual([[SUPERCARS_ID, ['ann', 'bob', 'boss']]])
  })
})
