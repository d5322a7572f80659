import { silentLogger } from '@purple-sector/service-kit'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { aGroup, aMembership, aRace, aSeason, aUser, aWeekend, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventsOfTip } from '../../test/events-of-tip.ts'
import { projectGroup } from '../groups/group-projection.ts'
import { projectMemberships } from '../groups/membership-projection.ts'
import { projectCar } from '../projections/car-projection.ts'
import { projectRace, type RaceData } from '../projections/race-projection.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { projectSeason } from '../seasons/season-projection.ts'
import { writeTip } from '../tips/submit-tip.ts'
import { tipReadModel } from '../tips/tip-read-model.ts'
import { DUE_AUTO_TIPS, NEXT_AUTO_TIPS } from './auto-tip-repository.ts'
import { makeAutoTips } from './make-auto-tips.ts'

const SUPERCARS = 'Repco Supercars Championship'
const HOUR = 3_600_000
const MINUTE = 60_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({
    service: 'tipping',
    migrationsDirectory: new URL('../../migrations', import.meta.url).pathname,
  })
})
afterAll(() => testDatabase.drop())

const apply = <T>(work: Parameters<typeof testDatabase.database.transaction<T>>[0]) =>
  testDatabase.database.transaction(work)

type Car = { plate: string; driver: string; status?: 'active' | 'dnf'; categoryId?: number }
const enter = async (weekendId: number, { plate, driver, status = 'active', categoryId = 1 }: Car, id = nextId()) => {
  await apply((sql) =>
    projectCar(sql, {
      ...{ id, weekendId, categoryId, category: SUPERCARS, raceId: null, number: Number(plate), plate, driver },
      ...{ team: 'Team', status, withdrawn: false, deleted: false },
    }),
  )
  return id
}
const round = async (startDate: string, over: Partial<Parameters<typeof aWeekend>[0]> = {}) => {
  const weekend = aWeekend({ id: nextId(), status: 'inactive', startDate, endDate: startDate, ...over })
  await apply((sql) => projectWeekend(sql, weekend))
  return weekend.id
}
const race = async (weekendId: number, startTime: string | null, over: Partial<RaceData> = {}) => {
  const data = aRace({ id: nextId(), weekendId, category: SUPERCARS, startTime, ...over })
  await apply((sql) => projectRace(sql, data))
  return data
}
const fan = async (userId: string, autoTip = true) => {
  await apply((sql) => projectUser(sql, aUser({ id: userId, autoTip })))
}
const submit = (weekendId: number, userId: string, carId: number, groupId: number | null = null) =>
  apply((sql) => writeTip(sql, { userId, weekendId, category: SUPERCARS, groupId, carId }))
const tipsOf = async (userId: string, weekendId: number) => {
  const { tips } = await tipReadModel(testDatabase.database).ofWeekend(userId, weekendId)
  return tips.map(({ groupId, carId, isAutomatic }) => ({ groupId, carId, isAutomatic }))
}
const makeTips = () => makeAutoTips({ database: testDatabase.database, log: silentLogger() })
const isDue = async () => {
  const { rows } = await testDatabase.database.raw<{ rows: unknown[] }>(DUE_AUTO_TIPS)
  return rows.length > 0
}

let ids = 0
let ann = ''
let first = 0
let second = 0
let third = 0
let earlierCar = 0

/** A season of three rounds; Ann has tipped car 88 in the first, and the race of the second starts in an hour. */
beforeEach(async () => {
  ids += 1
  ann = `ann-${ids}`
  await testDatabase.database('users').update({ auto_tip: false })
  await testDatabase.database('races').update({ locks_at: '2020-01-01T00:00:00Z' })
  await testDatabase.database('auto_tip_attempts').delete()
  first = await round('2026-03-01')
  second = await round('2026-04-01')
  third = await round('2026-05-01')
  await apply((sql) => projectSeason(sql, aSeason({ id: nextId(), weekendIds: [first, second, third] })))
  earlierCar = await enter(first, { plate: '88', driver: 'Broc Feeney' })
  await race(first, fromNow(72 * HOUR))
  await fan(ann)
  await submit(first, ann, earlierCar)
})

describe('automatic tips', () => {
  test('take the car with the same plate, also of another driver', async () => {
    const sameDriver = await enter(second, { plate: '1', driver: 'Broc Feeney' })
    const samePlate = await enter(second, { plate: '88', driver: 'Another Driver' })
    await race(second, fromNow(HOUR))
    expect(await isDue()).toBe(true)
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId: samePlate, isAutomatic: true }])
    expect(await isDue()).toBe(false)
    expect(sameDriver).not.toBe(samePlate)
  })

  test('take another car of the same driver where that plate is out or not entered, else none', async () => {
    await enter(second, { plate: '88', driver: 'Broc Feeney', status: 'dnf' })
    const otherCar = await enter(second, { plate: '888', driver: 'B. Feeney' })
    await enter(second, { plate: '5', driver: 'Will Brown' })
    await race(second, fromNow(HOUR))
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId: otherCar, isAutomatic: true }])
    await enter(third, { plate: '5', driver: 'Will Brown' })
    await race(third, fromNow(HOUR))
    await makeTips()
    expect(await tipsOf(ann, third)).toEqual([])
  })

  test('move to the car with the same plate when it is entered later, unless the fan has made the tip their own', async () => {
    const another = await enter(second, { plate: '1', driver: 'Broc Jones' })
    await race(second, fromNow(HOUR))
    const bob = `bob-${ids}`
    await fan(bob)
    await submit(first, bob, earlierCar)
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId: another, isAutomatic: true }])
    await submit(second, bob, another)
    const samePlate = await enter(second, { plate: '88', driver: 'Broc Feeney' })
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId: samePlate, isAutomatic: true }])
    expect(await tipsOf(bob, second)).toEqual([{ groupId: null, carId: another, isAutomatic: false }])
    await enter(second, { plate: '2', driver: 'Broc Feeney' })
    await makeTips()
    expect(await tipsOf(ann, second)).toMatchObject([{ carId: samePlate }])
  })

  test('are tried again when a car is entered, a time changes or the setting is switched on', async () => {
    const scheduled = await race(second, fromNow(HOUR))
    await makeTips()
    expect([await tipsOf(ann, second), await isDue()]).toEqual([[], false])
    const carId = await enter(second, { plate: '88', driver: 'Broc Feeney' })
    expect(await isDue()).toBe(true)
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId, isAutomatic: true }])
    await apply((sql) => projectRace(sql, { ...scheduled, startTime: fromNow(2 * HOUR) }))
    expect(await isDue()).toBe(true)
    await makeTips()

    const bob = `bob-${ids}`
    await fan(bob, false)
    await submit(first, bob, earlierCar)
    await makeTips()
    expect(await tipsOf(bob, second)).toEqual([])
    await fan(bob)
    expect(await isDue()).toBe(true)
    await makeTips()
    expect(await tipsOf(bob, second)).toEqual([{ groupId: null, carId, isAutomatic: true }])
  })

  test('are made between a day and two minutes before the first deadline of the category, and not without a time', async () => {
    await enter(second, { plate: '88', driver: 'Broc Feeney' })
    // A race locks two minutes before its start.
    const scheduled = await race(second, fromNow(24 * HOUR + 5 * MINUTE))
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([])
    const { rows } = await testDatabase.database.raw<{ rows: [{ min: Date }] }>(`${NEXT_AUTO_TIPS}`)
    expect(Object.values(rows[0])).toEqual([new Date(Date.parse(scheduled.startTime ?? '') - 24 * HOUR - 2 * MINUTE)])
    await apply((sql) => projectRace(sql, { ...scheduled, startTime: fromNow(3.9 * MINUTE) }))
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([])
    await apply((sql) => projectRace(sql, { ...scheduled, startTime: fromNow(HOUR) }))
    const untimed = await race(second, null)
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([])
    await apply((sql) => projectRace(sql, { ...untimed, startTime: fromNow(2 * HOUR) }))
    await makeTips()
    expect(await tipsOf(ann, second)).toHaveLength(1)
  })

  test('leave a tip that is there, and one whose fan does not want them', async () => {
    await enter(second, { plate: '88', driver: 'Broc Feeney' })
    const own = await enter(second, { plate: '7', driver: 'James Courtney' })
    await race(second, fromNow(HOUR))
    await submit(second, ann, own)
    const bob = `bob-${ids}`
    await fan(bob, false)
    await submit(first, bob, earlierCar)
    await makeTips()
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId: own, isAutomatic: false }])
    expect(await tipsOf(bob, second)).toEqual([])
  })

  test('follow an automatic one of the round before, and no tip of a later round or of another season', async () => {
    const inSecond = await enter(second, { plate: '88', driver: 'Broc Feeney' })
    await race(second, fromNow(HOUR))
    await makeTips()
    const inThird = await enter(third, { plate: '88', driver: 'Broc Feeney' })
    await race(third, fromNow(HOUR))
    await makeTips()
    expect(await tipsOf(ann, third)).toEqual([{ groupId: null, carId: inThird, isAutomatic: true }])
    expect(inSecond).not.toBe(inThird)

    const bob = `bob-${ids}`
    await fan(bob)
    await submit(third, bob, inThird)
    await makeTips()
    expect(await tipsOf(bob, second)).toEqual([])
  })

  test('wait until the weekend is announced', async () => {
    await apply((sql) =>
      projectWeekend(sql, aWeekend({ id: second, status: 'inactive', startDate: '2026-04-01', isActive: false })),
    )
    await enter(second, { plate: '88', driver: 'Broc Feeney' })
    await race(second, fromNow(HOUR))
    expect(await isDue()).toBe(false)
    await apply((sql) =>
      projectWeekend(sql, aWeekend({ id: second, status: 'inactive', startDate: '2026-04-01', isActive: true })),
    )
    await makeTips()
    expect(await tipsOf(ann, second)).toHaveLength(1)
  })

  test('of several processes at once, and again after one has stopped, are made once', async () => {
    const carId = await enter(second, { plate: '88', driver: 'Broc Feeney' })
    const { id: raceId } = await race(second, fromNow(HOUR))
    await testDatabase.database('auto_tip_attempts').insert({ race_id: raceId, started_at: fromNow(-2 * MINUTE) })
    expect(await isDue()).toBe(true)
    await Promise.all([makeTips(), makeTips(), makeTips()])
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId, isAutomatic: true }])
    const revisions = testDatabase.database('tip_revisions').join('tips', 'tips.id', 'tip_id')
    expect(await revisions.where({ user_id: ann, weekend_id: second })).toHaveLength(1)
  })

  test('are their fan’s own after a hand-in, also of the same car, while the category is open', async () => {
    const carId = await enter(second, { plate: '88', driver: 'Broc Feeney' })
    const scheduled = await race(second, fromNow(HOUR))
    await makeTips()
    const { tip, isNew } = await submit(second, ann, carId)
    expect([tip.isAutomatic, isNew]).toEqual([false, false])
    expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId, isAutomatic: false }])
    expect(await eventsOfTip(testDatabase.database, tip.id)).toMatchObject([
      { isNew: true, isAutomatic: true },
      { isNew: false, isAutomatic: false, submittedAt: tip.submittedAt },
    ])
    await testDatabase.database('tips').where({ id: tip.id }).update({ is_automatic: true })
    await apply((sql) => projectRace(sql, { ...scheduled, status: 'running' }))
    expect((await submit(second, ann, carId)).tip.isAutomatic).toBe(true)
  })
})

test('a group gets them from its own earlier weekend, none in its first', async () => {
  const carId = await enter(second, { plate: '88', driver: 'Broc Feeney' })
  await race(second, fromNow(HOUR))
  const group = aGroup({ id: nextId(), weekendId: second, creatorId: ann })
  await apply((sql) => projectGroup(sql, group))
  await apply((sql) => projectMemberships(sql, [aMembership({ groupId: group.id, weekendId: second, userId: ann })]))
  await makeTips()
  expect(await tipsOf(ann, second)).toEqual([{ groupId: null, carId, isAutomatic: true }])
})
