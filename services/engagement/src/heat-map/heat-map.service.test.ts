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
const mapOf = async (id: number) =>
  (await request(id)).body.map(({ driverName, raceName, performanceScore, points }) => [
    driverName,
    raceName,
    performanceScore,
    points,
  ])
const publishedCount = (id: number) =>
  product.probe.seen(heatMapChanged).filter(({ data }) => data.weekendId === id).length

let sequence = 0
/** Stores a visible snapshot of a running session in this order; returns its time. */
const saveRunningOrder = async (
  { id: raceId, weekendId }: { id: number; weekendId: number },
  order: readonly { id: number }[],
  { laps = 0 } = {},
) => {
  const entries = order.map(({ id: carId }, index) =>
    timingEntryReply(carId, index + 1, { laps: index === 0 ? laps : 0, bestLapMs: null }),
  )
  const timing = timingReply([], { raceId, weekendId, sequence: ++sequence, entries })
  const cacheEntry = { generation: 1, sequence, value: timing }
  await product.platform.cache.latest(VISIBLE_TIMINGS).putIfNewer(String(raceId), cacheEntry, 86_400_000)
  return timing.at
}
const createRound = async () => {
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

test('returns an empty heat map without results, and 404 for an unknown weekend', async () => {
  const { weekendId } = await createRound()
  expect(await request(weekendId)).toMatchObject({ status: 200, body: [] })
  expect(await request(2_000_000_000)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})

describe('heat map', () => {
  test('updates the heat map by results, corrections and withdrawals, and publishes each change', async () => {
    const { weekendId, race, qualifying, cars } = await createRound()
    const [feeney, brown] = cars
    await product.result({ weekendId, raceId: race.id, finished: [feeney.id, brown.id] })
    expect(await mapOf(weekendId)).toEqual([
      ['Broc Feeney', 'Race 1', '100.0', 50],
      ['Will Brown', 'Race 1', '0.0', 25],
    ])
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(1)

    // The latest session is the one driven last, even if an earlier one gets its result after it.
    await product.result({ weekendId, raceId: qualifying.id, finished: [brown.id, feeney.id] })
    expect(await mapOf(weekendId)).toEqual([
      ['Broc Feeney', 'Race 1', '50.0', 75],
      ['Will Brown', 'Race 1', '50.0', 75],
    ])
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(2)

    await product.result({ weekendId, raceId: race.id, revision: 2, finished: [brown.id, feeney.id] })
    expect((await mapOf(weekendId))[0]).toEqual(['Will Brown', 'Race 1', '100.0', 100])
    await product.result({ weekendId, raceId: race.id, revision: 3, status: 'cancelled' })
    expect((await mapOf(weekendId))[0]).toEqual(['Will Brown', 'Qualifying', '100.0', 50])
  })

  test('includes the running session with its current order until its result', async () => {
    const { weekendId, race, qualifying, cars } = await createRound()
    const [feeney, brown] = cars
    const { publishedAt } = await product.result({ weekendId, raceId: qualifying.id, finished: [brown.id, feeney.id] })
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(1)
    const changedAt = async () => (await request(weekendId)).headers['last-changed']
    expect(await changedAt()).toBe(publishedAt)
    const first = await saveRunningOrder(race, [feeney, brown])
    await expect
      .poll(() => mapOf(weekendId), { timeout: 30_000 })
      .toEqual([
        ['Broc Feeney', 'Race 1', '50.0', 25],
        ['Will Brown', 'Race 1', '50.0', 50],
      ])
    expect(await changedAt()).toBe(first)
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(2)
    const savedAt = async (): Promise<number> =>
      (await product.database('heat_maps').where({ weekend_id: weekendId }).first('saved_at'))?.saved_at.getTime()
    const firstAt = await savedAt()
    // Orders within five seconds are applied together, and an unchanged order changes nothing.
    for (let lap = 2; lap < 5; lap += 1) await saveRunningOrder(race, [feeney, brown], { laps: lap })
    const last = await saveRunningOrder(race, [brown, feeney], { laps: 5 })
    await expect
      .poll(() => mapOf(weekendId), { timeout: 30_000 })
      .toEqual([
        ['Will Brown', 'Race 1', '100.0', 50],
        ['Broc Feeney', 'Race 1', expect.any(String), 25],
      ])
    expect((await savedAt()) - firstAt).toBeGreaterThanOrEqual(5_000)
    expect(await changedAt()).toBe(last)
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(3)

    const result = await product.result({ weekendId, raceId: race.id, finished: [feeney.id, brown.id] })
    expect((await mapOf(weekendId))[0]).toEqual(['Broc Feeney', 'Race 1', '50.0', 75])
    expect(await changedAt()).toBe(result.publishedAt)
    await product.result({ weekendId, raceId: race.id, revision: 2, status: 'cancelled' })
    expect((await mapOf(weekendId))[0]).toEqual(['Will Brown', 'Qualifying', '100.0', 50])
  })

  test('excludes the running session while timing is paused, after completion, and ten minutes after its last order', async () => {
    const { weekendId, race, cars } = await createRound()
    const setPaused = (isPaused: boolean) =>
      product.publishEvent(liveTimingChanged, { isPaused, isRunning: true, raceId: null, source: null })
    const expectLength = (length: number) =>
      expect.poll(() => mapOf(weekendId), { timeout: 30_000 }).toHaveLength(length)
    await saveRunningOrder(race, [...cars])
    await expectLength(2)
    await setPaused(true)
    await expectLength(0)
    await setPaused(false)
    await expectLength(2)
    const past = product.database.raw(`running_at - interval '10 minutes'`)
    await product.database('heat_maps').where({ weekend_id: weekendId }).update({ running_at: past })
    await expectLength(0)
    await product.database('heat_maps').where({ weekend_id: weekendId }).update({ saved_at: null })
    await saveRunningOrder(race, [...cars])
    await expectLength(2)
    const resultChangedAt = hoursFromNow(0)
    await product.publishEvent(raceChanged, aRace({ ...race, status: 'completed', resultChangedAt }))
    await expectLength(0)
    expect((await request(weekendId)).headers['last-changed']).toBe(resultChangedAt)
  })

  test('scores practice without points, and pays points for races of the open competition', async () => {
    const { weekend, weekendId, race, cars } = await createRound()
    const practice = await product.race({ weekendId, sessionType: 'practice', name: 'Practice 1' })
    const order = cars.map(({ id }) => id)
    await product.result({ weekendId, raceId: practice.id, finished: order })
    expect((await mapOf(weekendId))[0]).toEqual(['Broc Feeney', 'Practice 1', '100.0', 0])
    await product.result({ weekendId, raceId: race.id, finished: order })
    expect((await request(weekendId)).body[0]).toMatchObject({ sessions: 2, points: 50 })
    await product.publishEvent(weekendChanged, aWeekend({ ...weekend, productRaceIds: [practice.id] }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.points).toBe(0)
  })

  test('filters by any spelling of a category, and suggests the nearest for an unknown one', async () => {
    const { weekendId, race, cars, car } = await createRound()
    const category = 'Dunlop Super2 Series'
    await product.publishEvent(categoryChanged, aCategory({ id: 3 }))
    await product.waitForRow('categories', { id: 3 })
    const bates = await car('Zach Bates', category)
    const super2Race = await product.race({ weekendId, category })
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await product.result({ weekendId, raceId: super2Race.id, finished: [bates.id] })
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

  test('uses current names of drivers, races and categories', async () => {
    const { weekendId, race, cars } = await createRound()
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(1)
    await product.car({ ...cars[0], driver: 'Brock Feeney' })
    expect((await mapOf(weekendId))[0]?.[0]).toBe('Brock Feeney')
    await product.publishEvent(raceChanged, aRace({ ...race, name: 'The Great Race' }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.raceName).toBe('The Great Race')
    await product.publishEvent(categoryChanged, aCategory({ name: 'Supercars 2027' }))
    await expect.poll(async () => (await request(weekendId)).body[0]?.category).toBe('Supercars 2027')
    await product.publishEvent(categoryChanged, aCategory())
    await expect.poll(async () => (await request(weekendId)).body[0]?.category).not.toBe('Supercars 2027')
  })

  test('does not publish a heat map whose content has not changed', async () => {
    const { weekend, weekendId, race, cars } = await createRound()
    await product.result({ weekendId, raceId: race.id, finished: [cars[0].id] })
    await expect.poll(() => publishedCount(weekendId), { timeout: 30_000 }).toBe(1)
    await product.publishEvent(weekendChanged, aWeekend({ ...weekend, name: 'Another name' }))
    await product.waitForRow('weekends', { id: weekendId, name: 'Another name' })
    const isPublished = () =>
      product.database('heat_maps').where({ weekend_id: weekendId }).whereRaw('published_version = version')
    await expect.poll(isPublished, { timeout: 30_000 }).toHaveLength(1)
    expect(publishedCount(weekendId)).toBe(1)
  })

  test('deletes the heat map with its weekend', async () => {
    const { weekend, weekendId } = await createRound()
    await product.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await expect.poll(async () => (await request(weekendId)).status, { timeout: 30_000 }).toBe(404)
    const heatMaps = () => product.database('heat_maps').where({ weekend_id: weekendId })
    await expect.poll(heatMaps, { timeout: 30_000 }).toEqual([])
  })
})
