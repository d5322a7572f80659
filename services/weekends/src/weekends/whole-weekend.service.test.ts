import { resultPublished } from '@purple-sector/contracts/admin/events'
import { countMessages } from '@purple-sector/contracts/chat/internal'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { carChanged, raceChanged, weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { findRaceState, findWholeWeekend, weekendListSchema } from '@purple-sector/contracts/weekends/internal'
import { aResult, aSessionLock } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

let under: TestWeekends
beforeAll(async () => {
  under = await startWeekends()
})
afterAll(() => under?.close())

const path = '/api/admin/weekends'
const racesOf = async (id: number) => (await under.fan<Race[]>('GET', `/api/weekends/${id}/races`)).body
const carsOf = async (id: number) => (await under.admin<Car[]>('GET', `/api/admin/cars?weekendId=${id}`)).body
const duplicate = (id: number, body: object) => under.admin<Weekend>('POST', `${path}/${id}/duplicate`, body)
const request = (url: string) => under.callInternal({ method: 'GET', path: url })

/**
 * Creates qualifying and a race around the start of daylight saving time, three cars (one withdrawn), a filter and a
 * result.
 */
const aFullWeekend = async () => {
  const weekend = await under.weekend({
    name: 'Sandown',
    venue: 'Sandown Raceway',
    startDate: '2029-09-28',
    endDate: '2029-09-30',
    isActive: true,
  })
  const qualifying = await under.race(weekend.id, {
    name: 'Qualifying',
    sessionType: 'qualifying',
    startTime: '2029-09-29T04:10:00.000Z',
  })
  const race = await under.race(weekend.id, {
    startTime: '2029-09-30T04:30:00.000Z',
    pointsAwarded: { first: 9, second: 8, third: 7 },
  })
  const cars = [
    await under.car(qualifying.id, { number: '07' }),
    await under.car(race.id, { number: 18 }),
    await under.car(race.id, { number: 99 }),
  ]
  await under.admin('PATCH', `/api/admin/cars/${cars[0]?.id}/status`, { status: 'crashed' })
  await under.admin('DELETE', `/api/admin/cars/${cars[2]?.id}`)
  await under.admin('PATCH', `${path}/${weekend.id}/purple-sector-races`, { productRaceIds: [race.id] })
  await under.announce(resultPublished, aResult({ raceId: qualifying.id, weekendId: weekend.id }))
  await expect.poll(async () => (await racesOf(weekend.id))[0]?.resultRevision).toBe(1)
  return { weekend, qualifying, race, cars }
}

describe('duplicating a weekend', () => {
  test('copies races at their wall-clock times and cars that are not withdrawn, without their history', async () => {
    const { weekend, race } = await aFullWeekend()
    const { status, body: copy } = await duplicate(weekend.id, { name: 'Sandown again', startDate: '2029-10-12' })
    expect(status).toBe(201)
    const [qualifyingCopy, raceCopy, ...more] = await racesOf(copy.id)
    expect(copy).toEqual({
      ...weekend,
      id: copy.id,
      name: 'Sandown again',
      startDate: '2029-10-12',
      endDate: '2029-10-14',
      date: '2029-10-12',
      status: 'inactive',
      isActive: false,
      productRaceIds: [raceCopy?.id],
    })
    expect(copy.productRaceIds).not.toEqual([race.id])
    expect(more).toEqual([])
    // The clocks went forward on Sunday, 7 October: the same wall clock is an hour earlier in UTC.
    expect(qualifyingCopy).toMatchObject({
      name: 'Qualifying',
      startTime: '2029-10-13T03:10:00.000Z',
      status: 'upcoming',
      resultRevision: null,
      completedAt: null,
      locked: false,
    })
    expect(raceCopy).toMatchObject({
      startTime: '2029-10-14T03:30:00.000Z',
      pointsSource: 'session',
      pointsAwarded: { first: 9 },
    })
    expect(await carsOf(copy.id)).toMatchObject([
      { number: 7, plate: '07', status: 'active', withdrawn: false, raceId: qualifyingCopy?.id },
      { number: 18, raceId: raceCopy?.id },
    ])
    expect((await under.probe.next(weekendChanged, ({ id }) => id === copy.id)).data).toMatchObject({
      productRaceIds: [raceCopy?.id],
    })
    expect(await under.probe.next(raceChanged, ({ id }) => id === raceCopy?.id)).toBeDefined()
    expect(await under.probe.next(carChanged, ({ weekendId }) => weekendId === copy.id)).toBeDefined()
    const audit = await under.probe.next(weekendsAdminActed, ({ action }) => action === 'weekend.duplicated')
    expect(audit.data).toMatchObject({ before: { id: weekend.id }, subject: { id: String(copy.id) } })
  })
  test('copies name and dates for an empty body', async () => {
    const weekend = await under.weekend({ isActive: true })
    expect((await duplicate(weekend.id, {})).body).toMatchObject({
      name: weekend.name,
      startDate: weekend.startDate,
      isActive: false,
    })
    expect((await duplicate(weekend.id, { isActive: true })).body).toMatchObject({ isActive: true, status: 'inactive' })
  })
  test('creates one copy for a retry with its idempotency key', async () => {
    const { id } = await under.weekend()
    const twice = () =>
      under.admin<Weekend>('POST', `${path}/${id}/duplicate`, { name: 'Copy' }, { 'idempotency-key': 'copy' })
    const [first, second] = [await twice(), await twice()]
    expect(second.body).toEqual(first.body)
  })
  test('rejects dates out of order, and unknown weekends', async () => {
    const { id } = await under.weekend()
    expect(await duplicate(id, { endDate: '2030-10-01' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'endDate' }] },
    })
    expect(await duplicate(id, { startDate: 'then' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'startDate' }] },
    })
    expect(await duplicate(2_000_000_000, {})).toMatchObject({ status: 404 })
  })
})

describe('the contents of a weekend', () => {
  test('are counted here and by other services; null where a service is not installed', async () => {
    const { weekend } = await aFullWeekend()
    under.tippingCounts(weekend.id, { tips: 31, racers: 12 })
    const contents = () => under.admin('GET', `${path}/${weekend.id}/contents`)
    const counted = { races: 2, cars: 2, tips: 31, racers: 12, groups: null, messages: null }
    expect(await contents()).toMatchObject({ status: 200, body: counted })
    const other = (await aFullWeekend()).weekend
    under.calls.whenAsked(countMessages, () => ({ kind: 'reply', reply: { count: 5 } }))
    expect((await under.admin('GET', `${path}/${other.id}/contents`)).body).toEqual({
      ...counted,
      tips: null,
      racers: null,
      messages: 5,
    })
    expect(await under.admin('GET', `${path}/2000000000/contents`)).toMatchObject({ status: 404 })
  })
})

describe('deleting a weekend', () => {
  test('deletes its races and cars and publishes each deletion', async () => {
    const { weekend, race, cars } = await aFullWeekend()
    expect(await under.admin('DELETE', `${path}/${weekend.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await under.fan('GET', `/api/weekends/${weekend.id}`)).toMatchObject({ status: 404 })
    expect(await under.fan('GET', `/api/cars/${race.id}`)).toMatchObject({ status: 404 })
    expect(await under.admin('PATCH', `/api/admin/cars/${cars[0]?.id}/status`, { status: 'dnf' })).toMatchObject({
      status: 404,
    })
    const gone = await under.probe.next(weekendChanged, ({ id, deleted }) => id === weekend.id && deleted)
    expect(gone.data.name).toBe('Sandown')
    await under.probe.next(raceChanged, ({ id, deleted }) => id === race.id && deleted)
    for (const car of cars) await under.probe.next(carChanged, ({ id, deleted }) => id === car.id && deleted)
    const audit = await under.probe.next(weekendsAdminActed, ({ action }) => action === 'weekend.deleted')
    expect(audit.data).toMatchObject({ before: { name: 'Sandown', races: 2, cars: 3 }, after: null })
    expect(await under.admin('DELETE', `${path}/${weekend.id}`)).toMatchObject({ status: 404 })
  })
  test('ignores later events about deleted races and does not reuse their ids', async () => {
    const { weekend, race } = await aFullWeekend()
    await under.admin('DELETE', `${path}/${weekend.id}`)
    const other = await under.race((await under.weekend()).id)
    await under.announce(sessionLockChanged, aSessionLock({ raceId: race.id, weekendId: weekend.id }))
    await under.announce(resultPublished, aResult({ raceId: race.id, weekendId: weekend.id }))
    await under.announce(resultPublished, aResult({ raceId: other.id, weekendId: other.weekendId }))
    await expect.poll(async () => (await racesOf(other.weekendId))[0]?.resultRevision).toBe(1)
    expect(await under.fan('GET', `/api/cars/${race.id}`)).toMatchObject({ status: 404 })
    expect(other.id).toBeGreaterThan(race.id)
  })
})

describe('internal reads', () => {
  test('return a whole weekend as its events publish it, with their sequences', async () => {
    const { weekend, race } = await aFullWeekend()
    const found = await under.request(findWholeWeekend, { params: { id: weekend.id } })
    if (found.kind !== 'reply') throw new Error('there is no such weekend')
    const state = found.reply
    const last = await under.probe.next(
      weekendChanged,
      (data) => data.id === weekend.id && data.productRaceIds.length === 1,
    )
    expect(state.weekend).toEqual({ sequence: last.sequence, data: last.data })
    expect(state.races.map(({ data }) => data.name)).toEqual(['Qualifying', 'Race 1'])
    expect(state.cars.map(({ data }) => [data.number, data.withdrawn])).toEqual([
      [7, false],
      [18, false],
      [99, true],
    ])
    expect(state.cars[2]?.sequence).toBe(2)
    expect(await under.request(findRaceState, { params: { id: race.id } })).toEqual({
      kind: 'reply',
      reply: state.races[1],
    })
    const missing = { params: { id: 2_000_000_000 } }
    expect(await under.request(findRaceState, missing)).toEqual({ kind: 'not-found' })
    expect(await under.request(findWholeWeekend, missing)).toEqual({ kind: 'not-found' })
  })
  test('list all weekends with their races, or one of them, as public replies do', async () => {
    const { weekend } = await aFullWeekend()
    const one = weekendListSchema.parse((await request(`/internal/weekends?weekendId=${weekend.id}`)).body)
    expect(one).toHaveLength(1)
    expect(one[0]?.weekend).toMatchObject({ ...(await under.fan<Weekend>('GET', `/api/weekends/${weekend.id}`)).body })
    expect(one[0]?.races).toMatchObject(await racesOf(weekend.id))
    const all = weekendListSchema.parse((await request('/internal/weekends')).body)
    const listed = (await under.fan<Weekend[]>('GET', '/api/weekends')).body
    expect(all.map((each) => each.weekend.id)).toEqual(listed.map(({ id }) => id))
  })
  test('republish the present states for an empty projection', async () => {
    const { weekend, race } = await aFullWeekend()
    const requestId = 'someone:1'
    const body = { consumer: 'someone', requestId }
    const reply = await under.callInternal({ method: 'POST', path: '/internal/republish', body })
    const { database } = under.platform
    const [subjects] = await database('weekends').select(
      database.raw(
        'count(*) + (select count(*) from races) + (select count(*) from cars) + (select count(*) from categories) as count',
      ),
    )
    expect(reply).toEqual({ status: 200, body: { events: subjects.count } })
    await expect
      .poll(() =>
        under.probe.seen(raceChanged).filter((event) => event.republish === requestId && event.data.id === race.id),
      )
      .toHaveLength(1)
    const published = () => under.probe.seen(weekendChanged).filter(({ data }) => data.id === weekend.id)
    await expect.poll(() => published().at(-1)?.republish).toBe(requestId)
    const again = published()
    expect(again.map(({ sequence }) => sequence)).toEqual(again.map((_, nth) => nth + 1))
    expect(again.at(-1)).toMatchObject({ republish: requestId, data: { name: 'Sandown', deleted: false } })
  })
})
