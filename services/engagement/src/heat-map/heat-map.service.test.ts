import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { heatMapChanged } from '@purple-sector/contracts/engagement/events'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import { VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCategory, aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { timingEntryReply, timingReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
let ann: Person
beforeAll(async () => {
  product = await startEngagement()
  ann = await product.person()
})
afterAll(() => product?.close())

const request = (id: number, query = '') => ann.call<HeatMapEntry[]>('GET', `/api/weekends/${id}/heat-map${query}`)
const shown = async (id: number) =>
  (await request(id)).body.map(({ driverName, raceName, performanceScore, points }) => [
    driverName,
    raceName,
    performanceScore,
    points,
  ])
const told = (id: number) => product.probe.seen(heatMapChanged).filter(({ data }) => data.weekendId === id).length

let sequence = 0
/** A snapshot of a session that runs, in this order, is shown; answers when it came. */
const runs = async (
  { id: raceId, weekendId }: { id: number; weekendId: number },
  order: readonly { id: number }[],
  { laps = 0 } = {},
) => {
  const entries = order.map(({ id: carId }, index) =>
    timingEntryReply(carId, index + 1, { laps: index === 0 ? laps : 0, bestLapMs: null }),
  )
  const timing = timingReply([], { raceId, weekendId, sequence: ++sequence, entries })
  const numbered = { generation: 1, sequence, value: timing }
  await product.platform.cache.latest(VISIBLE_TIMINGS).putIfNewer(String(raceId), numbered, 86_400_000)
  return timing.at
}
const round = async () => {
  const weekend = await product.weekend()
  const weekendId = weekend.id
  const car = (driver: string, category?: string) => product.car({ weekendId, driver, ...(category && { category }) })
  const qualifying = await product.race({
    weekendId,
    sessionType: 'qualifying',
    name: 'Qualifying',
    startTime: hoursFromNow(-4),
  })
  const race = await product.race({ weekendId, name: 'Race 1', startTime: hoursFromNow(-1) })
  return {
    weekend,
    weekendId,
    race,
    qualifying,
    cars: [await car('Broc Feeney'), await car('Will Brown')] as const,
    car,
  }
}

test('a weekend without results has an empty map, an unknown one none', async () => {
  const { weekendId } = await round()
  expect(await request(weekendId)).toMatchObject({ status: 200, body: [] })
  expect(await request(2_000_000_000)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})

describe('the heat map', () => {
  test('follows results, corrections and withdrawals, and is told each time', async () => {
    const { weekendId, race, qualifying, cars } = await round()
    const [feeney, brown] = cars
    await product.result({ weekendId, raceId: race.id, finished: [feeney.id, brown.id] })
    expect(await shown(weekendId)).toEqual([
      ['Broc Feeney', 'Race 1', '100.0', 50],
      ['Will Brown', 'Race 1', '0.0', 25],
    ])
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(1)

    // The latest session is the one driven last, also where an earlier one has its result after it.
    await product.result({ weekendId, raceId: qualifying.id, finished: [brown.id, feeney.id] })
    expect(await shown(weekendId)).toEqual([
      ['Broc Feeney', 'Race 1', '50.0', 75],
      ['Will Brown', 'Race 1', '50.0', 75],
    ])
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(2)

    await product.result({ weekendId, raceId: race.id, revision: 2, finished: [brown.id, feeney.id] })
    expect((await shown(weekendId))[0]).toEqual(['Will Brown', 'Race 1', '100.0', 100])
    await product.result({ weekendId, raceId: race.id, revision: 3, status: 'cancelled' })
    expect((await shown(weekendId))[0]).toEqual(['Will Brown', 'Qualifying', '100.0', 50])
  })

  test('takes in the session that runs as it stands, moves with it, and lets go of it with its result', async () => {
    const { weekendId, race, qualifying, cars } = await round()
    const [feeney, brown] = cars
    const { publishedAt } = await product.result({ weekendId, raceId: qualifying.id, finished: [brown.id, feeney.id] })
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(1)
    const changedAt = async () => (await request(weekendId)).headers['last-changed']
    expect(await changedAt()).toBe(publishedAt)
    const first = await runs(race, [feeney, brown])
    await expect
      .poll(() => shown(weekendId), { timeout: 30_000 })
      .toEqual([
        ['Broc Feeney', 'Race 1', '50.0', 25],
        ['Will Brown', 'Race 1', '50.0', 50],
      ])
    expect(await changedAt()).toBe(first)
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(2)
    const keptAt = async (): Promise<number> =>
      (await product.database('heat_maps').where({ weekend_id: weekendId }).first('kept_at'))?.kept_at.getTime()
    const firstAt = await keptAt()
    // What comes within five seconds is taken in together; what moves nobody changes nothing.
    for (let lap = 2; lap < 5; lap += 1) await runs(race, [feeney, brown], { laps: lap })
    const last = await runs(race, [brown, feeney], { laps: 5 })
    await expect
      .poll(() => shown(weekendId), { timeout: 30_000 })
      .toEqual([
        ['Will Brown', 'Race 1', '100.0', 50],
        ['Broc Feeney', 'Race 1', expect.any(String), 25],
      ])
    expect((await keptAt()) - firstAt).toBeGreaterThanOrEqual(5_000)
    expect(await changedAt()).toBe(last)
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(3)

    const result = await product.result({ weekendId, raceId: race.id, finished: [feeney.id, brown.id] })
    expect((await shown(weekendId))[0]).toEqual(['Broc Feeney', 'Race 1', '50.0', 75])
    expect(await changedAt()).toBe(result.publishedAt)
    await product.result({ weekendId, raceId: race.id, revision: 2, status: 'cancelled' })
    expect((await shown(weekendId))[0]).toEqual(['Will Brown', 'Qualifying', '100.0', 50])
  })

  test('shows no session that runs while timing is paused, after it was completed, or ten minutes after its last order', async () => {
    const { weekendId, race, cars } = await round()
    const pause = (isPaused: boolean) =>
      product.announce(liveTimingChanged, { isPaused, isRunning: true, raceId: null, source: null })
    const isShown = (length: number) => expect.poll(() => shown(weekendId), { timeout: 30_000 }).toHaveLength(length)
    await runs(race, [...cars])
    await isShown(2)
    await pause(true)
    await isShown(0)
    await pause(false)
    await isShown(2)
    const past = product.database.raw(`running_at - interval '10 minutes'`)
    await product.database('heat_maps').where({ weekend_id: weekendId }).update({ running_at: past })
    await isShown(0)
    await product.database('heat_maps').where({ weekend_id: weekendId }).update({ kept_at: null })
    await runs(race, [...cars])
    await isShown(2)
    const resultChangedAt = hoursFromNow(0)
    await product.announce(raceChanged, aRace({ ...race, status: 'completed', resultChangedAt }))
    await isShown(0)
    expect((await request(weekendId)).headers['last-changed']).toBe(resultChangedAt)
  })

  test('counts practice, which pays nothing, and pays for what is in the open competition', async () => {
    const { weekend, weekendId, race, cars } = await round()
    const practice = await product.race({ weekendId, sessionType: 'practice', name: 'Practice 1' })
    const order = cars.map(({ id }) => id)
    await product.result({ weekendId, raceId: practice.id, finished: order })
    expect((await shown(weekendId))[0]).toEqual(['Broc Feeney', 'Practice 1', '100.0', 0])
    await product.result({ weekendId, raceId: race.id, finished: order })
    expect((await request(weekendId)).body[0]).toMatchObject({ sessions: 2, points: 50 })
    await product.announce(weekendChanged, aWeekend({ ...weekend, productRaceIds: [practice.id] }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.points).toBe(0)
  })

  test('is that of one category by any of its spellings; an unknown one is refused with the nearest', async () => {
    const { weekendId, race, cars, car } = await round()
    const category = 'Dunlop Super2 Series'
    await product.announce(categoryChanged, aCategory({ id: 3 }))
    await product.isHere('categories', { id: 3 })
    const bates = await car('Zach Bates', category)
    const other = await product.race({ weekendId, category })
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await product.result({ weekendId, raceId: other.id, finished: [bates.id] })
    expect((await request(weekendId)).body).toHaveLength(2)
    for (const spelling of ['3', 'super2', 'Dunlop Super2 Series', 'Super 2'])
      expect((await request(weekendId, `?category=${encodeURIComponent(spelling)}`)).body).toMatchObject([
        { driverName: 'Zach Bates', category, categoryId: 3 },
      ])
    expect(await request(weekendId, '?category=Super')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category', message: expect.stringContaining(category) }] },
    })
  })

  test('calls drivers, races and categories as they are called now', async () => {
    const { weekendId, race, cars } = await round()
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(1)
    await product.car({ ...cars[0], driver: 'Brock Feeney' })
    expect((await shown(weekendId))[0]?.[0]).toBe('Brock Feeney')
    await product.announce(raceChanged, aRace({ ...race, name: 'The Great Race' }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.raceName).toBe('The Great Race')
    await product.announce(categoryChanged, aCategory({ name: 'Supercars 2027' }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.category).toBe('Supercars 2027')
    await product.announce(categoryChanged, aCategory())
    await expect.poll(async () => (await request(weekendId)).body[0]?.category).not.toBe('Supercars 2027')
  })

  test('is not told where nothing on it is another than before', async () => {
    const { weekend, weekendId, race, cars } = await round()
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await expect.poll(() => told(weekendId), { timeout: 30_000 }).toBe(1)
    await product.announce(weekendChanged, aWeekend({ ...weekend, name: 'Another name' }))
    await product.isHere('weekends', { id: weekendId, name: 'Another name' })
    const isTold = () =>
      product.database('heat_maps').where({ weekend_id: weekendId }).whereRaw('told_version = version')
    await expect.poll(isTold, { timeout: 30_000 }).toHaveLength(1)
    expect(told(weekendId)).toBe(1)
  })

  test('goes with its weekend', async () => {
    const { weekend, weekendId } = await round()
    await product.announce(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await expect.poll(async () => (await request(weekendId)).status, { timeout: 30_000 }).toBe(404)
    const left = () => product.database('heat_maps').where({ weekend_id: weekendId })
    await expect.poll(left, { timeout: 30_000 }).toEqual([])
  })
})
