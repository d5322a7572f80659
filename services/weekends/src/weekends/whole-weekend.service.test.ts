import { resultPublished } from '@purple-sector/contracts/admin/events'
import { countMessages } from '@purple-sector/contracts/chat/internal'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { carChanged, raceChanged, weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { findRaceState, findWholeWeekend, weekendListSchema } from '@purple-sector/contracts/weekends/internal'
import { aResult, aSessionLock } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const path = '/api/admin/weekends'
const racesOf = async (id: number) => (await service.fan<Race[]>('GET', `/api/weekends/${id}/races`)).body
const carsOf = async (id: number) => (await service.admin<Car[]>('GET', `/api/admin/cars?weekendId=${id}`)).body
const duplicate = (id: number, body: object) => service.admin<Weekend>('POST', `${path}/${id}/duplicate`, body)
const request = (url: string) => service.callInternal({ method: 'GET', path: url })

/**
 * Creates qualifying and a race around the start of daylight saving time, three cars (one withdrawn), a filter and a
 * result.
 */
const aFullWeekend = async () => {
  const weekend = await service.weekend({
    name: 'Sandown',
    venue: 'Sandown Raceway',
    startDate: '2029-09-28',
    endDate: '2029-09-30',
    isActive: true,
  })
  const qualifying = await service.race(weekend.id, {
    name: 'Qualifying',
    sessionType: 'qualifying',
    startTime: '2029-09-29T04:10:00.000Z',
  })
  const race = await service.race(weekend.id, {
    startTime: '2029-09-30T04:30:00.000Z',
    pointsAwarded: { first: 9, second: 8, third: 7 },
  })
  const cars = [
    await service.car(qualifying.id, { number: '07' }),
    await service.car(race.id, { number: 18 }),
    await service.car(race.id, { number: 99 }),
  ]
  await service.admin('PATCH', `/api/admin/cars/${cars[0]?.id}/status`, { status: 'crashed' })
  await service.admin('DELETE', `/api/admin/cars/${cars[2]?.id}`)
  await service.admin('PATCH', `${path}/${weekend.id}/purple-sector-races`, { productRaceIds: [race.id] })
  await service.publishEvent(resultPublished, aResult({ raceId: qualifying.id, weekendId: weekend.id }))
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
    expect((await service.probe.next(weekendChanged, ({ id }) => id === copy.id)).data).toMatchObject({
      productRaceIds: [raceCopy?.id],
    })
    expect(await service.probe.next(raceChanged, ({ id }) => id === raceCopy?.id)).toBeDefined()
    expect(await service.probe.next(carChanged, ({ weekendId }) => weekendId === copy.id)).toBeDefined()
    const audit = await service.probe.next(weekendsAdminActed, ({ action }) => action === 'weekend.duplicated')
    expect(audit.data).toMatchObject({ before: { id: weekend.id }, subject: { id: String(copy.id) } })
  })
  test('copies name and dates for an empty body', async () => {
    const weekend = await service.weekend({ isActive: true })
    expect((await duplicate(weekend.id, {})).body).toMatchObject({
      name: weekend.name,
      startDate: weekend.startDate,
      isActive: false,
    })
    expect((await duplicate(weekend.id, { isActive: true })).body).toMatchObject({ isActive: true, status: 'inactive' })
  })
  test('creates one copy for a retry with its idempotency key', async () => {
    const { id } = await service.weekend()
    const twice = () =>
      service.admin<Weekend>('POST', `${path}/${id}/duplicate`, { name: 'Copy' }, { 'idempotency-key': 'copy' })
    const [first, second] = [await twice(), await twice()]
    expect(second.body).toEqual(first.body)
  })
  test('rejects dates out of order or too far apart, and unknown weekends', async () => {
    const { id } = await service.weekend()
    expect(await duplicate(id, { endDate: '2030-10-01' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'endDate' }] },
    })
    expect(await duplicate(id, { endDate: '2999-12-31' })).toMatchObject({
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
  test('are counted by weekends and by other services; null if a service is not installed', async () => {
    const { weekend } = await aFullWeekend()
    service.tippingCounts(weekend.id, { tips: 31, racers: 12 })
    const contents = () => service.admin('GET', `${path}/${weekend.id}/contents`)
    const counted = { races: 2, cars: 2, tips: 31, racers: 12, groups: null, messages: null }
    expect(await contents()).toMatchObject({ status: 200, body: counted })
    const other = (await aFullWeekend()).weekend
    service.calls.stubCall(countMessages, () => ({ kind: 'reply', reply: { count: 5 } }))
    expect((await service.admin('GET', `${path}/${other.id}/contents`)).body).toEqual({
      ...counted,
      tips: null,
      racers: null,
      messages: 5,
    })
    expect(await service.admin('GET', `${path}/2000000000/contents`)).toMatchObject({ status: 404 })
  })
})

describe('deleting a weekend', () => {
  test('deletes its races and cars and publishes each deletion', async () => {
    const { weekend, race, cars } = await aFullWeekend()
    expect(await service.admin('DELETE', `${path}/${weekend.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await service.fan('GET', `/api/weekends/${weekend.id}`)).toMatchObject({ status: 404 })
    expect(await service.fan('GET', `/api/cars/${race.id}`)).toMatchObject({ status: 404 })
    expect(await service.admin('PATCH', `/api/admin/cars/${cars[0]?.id}/status`, { status: 'dnf' })).toMatchObject({
      status: 404,
    })
    const gone = await service.probe.next(weekendChanged, ({ id, deleted }) => id === weekend.id && deleted)
    expect(gone.data.name).toBe('Sandown')
    await service.probe.next(raceChanged, ({ id, deleted }) => id === race.id && deleted)
    for (const car of cars) await service.probe.next(carChanged, ({ id, deleted }) => id === car.id && deleted)
    const audit = await service.probe.next(weekendsAdminActed, ({ action }) => action === 'weekend.deleted')
    expect(audit.data).toMatchObject({ before: { name: 'Sandown', races: 2, cars: 3 }, after: null })
    expect(await service.admin('DELETE', `${path}/${weekend.id}`)).toMatchObject({ status: 404 })
  })
  test('ignores later events about deleted races and does not reuse their ids', async () => {
    const { weekend, race } = await aFullWeekend()
    await service.admin('DELETE', `${path}/${weekend.id}`)
    const other = await service.race((await service.weekend()).id)
    await service.publishEvent(sessionLockChanged, aSessionLock({ raceId: race.id, weekendId: weekend.id }))
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId: weekend.id }))
    await service.publishEvent(resultPublished, aResult({ raceId: other.id, weekendId: other.weekendId }))
    await expect.poll(async () => (await racesOf(other.weekendId))[0]?.resultRevision).toBe(1)
    expect(await service.fan('GET', `/api/cars/${race.id}`)).toMatchObject({ status: 404 })
    expect(other.id).toBeGreaterThan(race.id)
  })
})

describe('internal reads', () => {
  test('return a whole weekend as its events publish it, with their sequences', async () => {
    const { weekend, race } = await aFullWeekend()
    const found = await service.request(findWholeWeekend, { params: { id: weekend.id } })
    if (found.kind !== 'reply') throw new Error('there is no such weekend')
    const state = found.reply
    const last = await service.probe.next(
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
    expect(await service.request(findRaceState, { params: { id: race.id } })).toEqual({
      kind: 'reply',
      reply: state.races[1],
    })
    const missing = { params: { id: 2_000_000_000 } }
    expect(await service.request(findRaceState, missing)).toEqual({ kind: 'not-found' })
    expect(await service.request(findWholeWeekend, missing)).toEqual({ kind: 'not-found' })
  })
  test('list all weekends with their races, or one of them, as public replies do', async () => {
    const { weekend } = await aFullWeekend()
    const one = weekendListSchema.parse((await request(`/internal/weekends?weekendId=${weekend.id}`)).body)
    expect(one).toHaveLength(1)
    expect(one[0]?.weekend).toMatchObject({
      ...(await service.fan<Weekend>('GET', `/api/weekends/${weekend.id}`)).body,
    })
    expect(one[0]?.races).toMatchObject(await racesOf(weekend.id))
    const all = weekendListSchema.parse((await request('/internal/weekends')).body)
    const listed = (await service.fan<Weekend[]>('GET', '/api/weekends')).body
    expect(all.map((each) => each.weekend.id)).toEqual(listed.map(({ id }) => id))
  })
  test('republish the present states for an empty projection', async () => {
    const { weekend, race } = await aFullWeekend()
    const requestId = 'someone:1'
    const body = { consumer: 'someone', requestId }
    const reply = await service.callInternal({ method: 'POST', path: '/internal/republish', body })
    const { database } = service.platform
    const [subjects] = await database('weekends').select(
      database.raw(
        'count(*) + (select count(*) from races) + (select count(*) from cars) + (select count(*) from categories) as count',
      ),
    )
    expect(reply).toEqual({ status: 200, body: { events: subjects.count } })
    await expect
      .poll(() =>
        service.probe.seen(raceChanged).filter((event) => event.republish === requestId && event.data.id === race.id),
      )
      .toHaveLength(1)
    const published = () => service.probe.seen(weekendChanged).filter(({ data }) => data.id === weekend.id)
    await expect.poll(() => published().at(-1)?.republish).toBe(requestId)
    const again = published()
    expect(again.map(({ sequence }) => sequence)).toEqual(again.map((_, nth) => nth + 1))
    expect(again.at(-1)).toMatchObject({ republish: requestId, data: { name: 'Sandown', deleted: false } })
  })
})
