import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { aRace, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeNow } from '../locks/close-now.ts'
import { projectCar } from '../projections/car-projection.ts'
import { projectRace, type RaceData } from '../projections/race-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { writeTip } from './submit-tip.ts'
import { tipReadModel } from './tip-read-model.ts'

const SUPERCARS = 'Repco Supercars Championship'
const HOUR = 3_600_000

let testDatabase: TestDatabase
let weekendId = 0

const race = (id: number, over: Partial<RaceData> = {}): RaceData =>
  aRace({ id, weekendId, category: SUPERCARS, startTime: null, ...over })
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
const qualifyingId = () => weekendId * 100 + 1
const raceId = () => weekendId * 100 + 2
const car = (number: number) => weekendId * 100 + number

const submit = (carId: number, userId = 'fan') =>
  testDatabase.database.transaction((sql) =>
    writeTip(sql, { userId, weekendId, category: SUPERCARS, groupId: null, carId }),
  )
const storeRace = (data: RaceData) => testDatabase.database.transaction((sql) => projectRace(sql, data))
const setCar = (number: number, over: object = {}) =>
  testDatabase.database.transaction((sql) =>
    projectCar(sql, {
      id: car(number),
      weekendId,
      categoryId: 1,
      category: SUPERCARS,
      raceId: null,
      number,
      plate: String(number),
      driver: `Driver ${number}`,
      team: 'Team',
      status: 'active',
      withdrawn: false,
      deleted: false,
      ...over,
    }),
  )
const countEvents = async (type: string): Promise<number> => {
  const rows = await testDatabase.database('outbox').where({ type }).where('subject', 'like', 'tip/%').select('id')
  return rows.length
}

beforeAll(async () => {
  testDatabase = await createTestDatabase({
    service: 'tipping',
    migrationsDirectory: new URL('../../migrations', import.meta.url).pathname,
    maxConnections: 60,
  })
})
afterAll(() => testDatabase.drop())

beforeEach(async () => {
  weekendId += 1
  await testDatabase.database.transaction((sql) => projectWeekend(sql, aWeekend({ id: weekendId, status: 'inactive' })))
  await storeRace(race(qualifyingId(), { sessionType: 'qualifying', name: 'Qualifying', startTime: inMs(HOUR) }))
  await storeRace(race(raceId(), { name: 'Race 1', startTime: inMs(2 * HOUR) }))
  for (const number of [7, 12]) await setCar(number)
})

describe('submitting a tip', () => {
  test('creates the first one, puts the fan on the board and names the race from which it counts', async () => {
    const { tip, isNew } = await submit(car(7))
    expect(isNew).toBe(true)
    expect(tip).toMatchObject({ carId: car(7), tipSource: 'sector', countsFrom: { raceId: qualifyingId() }, points: 0 })
    expect(tip.sessions.map(({ carId, locked }) => ({ carId, locked }))).toEqual([
      { carId: car(7), locked: false },
      { carId: car(7), locked: false },
    ])
    const standing = await testDatabase.database('standings').where({ user_id: 'fan', total: 0 })
    expect(standing.length).toBeGreaterThan(0)
  })

  test('changes the car once, with history', async () => {
    await submit(car(7))
    const { tip, isNew } = await submit(car(12))
    expect(isNew).toBe(false)
    expect(tip.carId).toBe(car(12))
    expect(await testDatabase.database('tip_revisions').where({ tip_id: tip.id })).toHaveLength(2)
  })

  test('leaves one tip, one revision and one event after 50 concurrent equal requests', async () => {
    const before = await countEvents('tipping.tip-submitted.v1')
    const receipts = await Promise.all(Array.from({ length: 50 }, () => submit(car(7), 'hasty')))
    expect(receipts.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(receipts.map(({ tip }) => tip.id)).size).toBe(1)
    expect(await testDatabase.database('tip_revisions').where({ tip_id: receipts[0]?.tip.id })).toHaveLength(1)
    expect((await countEvents('tipping.tip-submitted.v1')) - before).toBe(1)
  })

  test('counts a change after a lock for the open races only', async () => {
    await submit(car(7))
    await testDatabase.database.transaction((sql) => closeNow(sql, qualifyingId(), weekendId))
    const { tip } = await submit(car(12))
    expect(tip.countsFrom).toMatchObject({ raceId: raceId() })
    expect(tip.sessions).toMatchObject([
      { raceId: qualifyingId(), locked: true, carId: car(7) },
      { raceId: raceId(), locked: false, carId: car(12) },
    ])
  })

  test('is rejected while the weekend is not announced; a tip made before stays', async () => {
    const announce = (isActive: boolean) =>
      testDatabase.database.transaction((sql) =>
        projectWeekend(sql, aWeekend({ id: weekendId, status: 'inactive', isActive })),
      )
    await submit(car(7))
    await announce(false)
    await expect(submit(car(12))).rejects.toMatchObject({ code: 'WEEKEND_NOT_ANNOUNCED' })
    await expect(submit(car(7), 'newcomer')).rejects.toMatchObject({ code: 'WEEKEND_NOT_ANNOUNCED' })
    expect((await submit(car(7))).tip.carId).toBe(car(7))
    await announce(true)
    expect((await submit(car(12))).tip.carId).toBe(car(12))
  })

  test('is rejected when no race is open, except for the same car again', async () => {
    await submit(car(7))
    for (const id of [qualifyingId(), raceId()])
      await testDatabase.database.transaction((sql) => closeNow(sql, id, weekendId))
    await expect(submit(car(12))).rejects.toMatchObject({ code: 'TIPS_CLOSED' })
    await expect(submit(car(7))).resolves.toMatchObject({ isNew: false })
  })

  test('rejects a car that is out or withdrawn, and keeps a current tip on it', async () => {
    await submit(car(7))
    await setCar(7, { status: 'crashed' })
    await setCar(12, { withdrawn: true })
    await expect(submit(car(12))).rejects.toMatchObject({ code: 'CAR_OUT' })
    await expect(submit(car(7))).resolves.toMatchObject({ tip: { car: { status: 'crashed' } } })
    await expect(submit(car(7), 'late-fan')).rejects.toMatchObject({ code: 'CAR_OUT' })
  })

  test('scores every tip as its receipt says while a race closes', async () => {
    const submissions = Array.from({ length: 40 }, (_, index) => submit(car(7), `racer-${index}`))
    const locksAt = await testDatabase.database.transaction((sql) => closeNow(sql, qualifyingId(), weekendId))
    const receipts = await Promise.all(submissions)
    for (const { tip } of receipts) {
      const isBefore = new Date(tip.submittedAt) < (locksAt as Date)
      expect(tip.countsFrom?.raceId).toBe(isBefore ? qualifyingId() : raceId())
    }
  })
})

test('rejects a car that tipping does not know', async () => {
  await expect(submit(car(98))).rejects.toMatchObject({ kind: 'bad-request', issues: [{ path: 'carId' }] })
})

describe('reading tips', () => {
  test('returns the fan’s own tips and no others', async () => {
    const { copiedTo, ...tip } = (await submit(car(7), 'owner')).tip
    expect(copiedTo).toBe(0)
    const tips = tipReadModel(testDatabase.database)
    expect((await tips.ofWeekend('owner', weekendId)).tips).toEqual([tip])
    expect((await tips.ofWeekend('other', weekendId)).tips).toEqual([])
    expect(await tips.byId('other', tip.id)).toBeUndefined()
  })
  test('shows the car as it is entered now, with its plate, driver and team', async () => {
    await submit(car(7))
    await setCar(7, { plate: '07', driver: 'Ada Moss', team: 'Ironbark', withdrawn: true })
    const expectedCar = { id: car(7), number: 7, plate: '07', driver: 'Ada Moss', team: 'Ironbark', withdrawn: true }
    expect((await tipReadModel(testDatabase.database).ofWeekend('fan', weekendId)).tips).toMatchObject([
      { car: expectedCar },
    ])
    expect((await submit(car(7))).tip.car).toMatchObject(expectedCar)
  })
})
