import { readLocks } from '@purple-sector/contracts/tipping/internal'
import { weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { unavailable } from '@purple-sector/service-kit/errors'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { raceCalls } from '../../test/race-calls.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())
afterEach(() => service.platform.database('weekends').where({ status: 'live' }).update({ status: 'inactive' }))

const path = '/api/admin/weekends'
const auditOf = (action: string, id: number) =>
  service.probe.next(weekendsAdminActed, (acted) => acted.action === action && acted.subject.id === String(id))

describe('creating a weekend', () => {
  test('returns the whole weekend, inactive, and publishes it', async () => {
    const { status, body } = await service.admin<Weekend>('POST', path, {
      name: '  Bathurst 1000 ',
      description: 'The Great Race',
      venue: 'Mount Panorama',
      startDate: '2030-10-10',
      endDate: '2030-10-13',
      status: 'live',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Bathurst 1000',
      description: 'The Great Race',
      venue: 'Mount Panorama',
      startDate: '2030-10-10',
      endDate: '2030-10-13',
      date: '2030-10-10',
      timeZone: 'Australia/Sydney',
      status: 'inactive',
      isActive: false,
      productRaceIds: [],
      seasonId: null,
      round: null,
    })
    const published = await service.probe.next(weekendChanged, ({ id }) => id === body.id)
    expect(published).toMatchObject({ key: `weekend/${body.id}`, data: { name: 'Bathurst 1000', deleted: false } })
    expect((await auditOf('weekend.created', body.id)).data).toMatchObject({
      actor: { id: service.chief.userId, username: 'chief' },
      subject: { type: 'weekend', id: String(body.id) },
      before: null,
      after: { name: 'Bathurst 1000' },
    })
  })
  test('converts an instant to its day in the time zone', async () => {
    const times = { startDate: '2030-10-09T13:30:00.000Z', endDate: '2030-10-13T12:00:00+11:00' }
    expect(await service.weekend(times)).toMatchObject({ startDate: '2030-10-10', endDate: '2030-10-13' })
    expect(await service.weekend({ ...times, timeZone: 'UTC' })).toMatchObject({ startDate: '2030-10-09' })
  })
  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 7 }],
    ['description', { description: 'x'.repeat(2001) }],
    ['venue', { venue: 'x'.repeat(101) }],
    ['startDate', { startDate: 'tomorrow' }],
    ['startDate', { startDate: '2030-02-30' }],
    ['startDate', { startDate: '0000-01-01' }],
    ['endDate', { endDate: '2030-10-09' }],
    ['endDate', { endDate: '2030-11-10' }],
    ['endDate', { endDate: '2999-12-31' }],
    ['endDate', { endDate: undefined }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+10:00' }],
    ['isActive', { isActive: 'yes' }],
  ])('names an invalid %s', async (field, overrides) => {
    const body = { name: 'B', startDate: '2030-10-10', endDate: '2030-10-13', ...overrides }
    const { status, body: reply } = await service.admin('POST', path, body)
    expect(status).toBe(400)
    expect(reply).toMatchObject({ code: 'BAD_REQUEST', requestId: expect.any(String), issues: [{ path: field }] })
  })
  test('returns the same weekend for a retry with its idempotency key, and rejects the key with another body', async () => {
    const key = { 'idempotency-key': 'create-once' }
    const body = { name: 'Once', startDate: '2030-10-10', endDate: '2030-10-13' }
    const [first, retried] = await Promise.all([
      service.admin<Weekend>('POST', path, body, key),
      service.admin<Weekend>('POST', path, body, key),
    ])
    expect([first.status, retried.status]).toEqual([201, 201])
    expect(retried.body).toEqual(first.body)
    const { status, body: reply } = await service.admin('POST', path, { ...body, name: 'Twice' }, key)
    expect([status, reply]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_REUSED' }])
  })
})

describe('reading weekends', () => {
  test('lists all weekends by start and id for every signed-in user', async () => {
    const late = await service.weekend({ startDate: '2031-05-01', endDate: '2031-05-02' })
    const early = await service.weekend({ startDate: '2029-05-01', endDate: '2029-05-02' })
    const { body } = await service.fan<Weekend[]>('GET', '/api/weekends')
    const ids = body.map(({ id }) => id)
    expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id))
    expect(body).toEqual(body.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id))
    expect((await service.admin<Weekend[]>('GET', path)).body).toEqual(body)
  })
  test('replies 404 for an unknown weekend or an id out of range, and 400 for a malformed id', async () => {
    const weekend = await service.weekend()
    expect((await service.fan('GET', `/api/weekends/${weekend.id}`)).body).toEqual(weekend)
    expect(await service.fan('GET', '/api/weekends/2147483647')).toMatchObject({ status: 404 })
    expect(await service.fan('GET', '/api/weekends/2147483648')).toMatchObject({ status: 404 })
    expect(await service.fan('GET', '/api/weekends/99999999999999999999')).toMatchObject({ status: 404 })
    for (const id of ['0', '-1', '1.5', 'x', '0x1'])
      expect(await service.fan('GET', `/api/weekends/${id}`)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'id' }] },
      })
  })
})

describe('the current weekend', () => {
  test('does not exist in an empty product or among drafts', async () => {
    await service.platform.database('weekends').delete()
    expect(await service.fan('GET', '/api/weekends/current')).toMatchObject({
      status: 404,
      body: { code: 'NO_WEEKEND' },
    })
    await service.weekend({ startDate: '2031-01-01', endDate: '2031-01-02' })
    expect(await service.fan('GET', '/api/weekends/current')).toMatchObject({ status: 404 })
  })
  test('is the next active one, or the live one', async () => {
    const next = await service.weekend({ isActive: true })
    const later = await service.weekend({ isActive: true, startDate: '2032-01-01', endDate: '2032-01-02' })
    expect(await service.fan('GET', '/api/weekends/current')).toMatchObject({ status: 200, body: { id: next.id } })
    await service.admin('PATCH', `${path}/${later.id}`, { isActive: true, status: 'live' })
    expect(await service.fan('GET', '/api/weekends/current')).toMatchObject({ body: { id: later.id } })
  })
})

describe('changing a weekend', () => {
  test('changes only the fields that were sent', async () => {
    const weekend = await service.weekend({ isActive: true })
    const { status, body } = await service.admin('PATCH', `${path}/${weekend.id}`, { venue: 'The Mountain' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...weekend, venue: 'The Mountain' })
    expect((await auditOf('weekend.changed', weekend.id)).data).toMatchObject({
      before: { venue: '' },
      after: { venue: 'The Mountain' },
    })
  })
  test('changes isActive and status together or independently', async () => {
    const { id } = await service.weekend()
    const patched = async (body: object) => (await service.admin<Weekend>('PATCH', `${path}/${id}`, body)).body
    expect(await patched({ isActive: true, status: 'live' })).toMatchObject({ isActive: true, status: 'live' })
    expect(await patched({ isActive: false, status: 'inactive' })).toMatchObject({
      isActive: false,
      status: 'inactive',
    })
    expect(await patched({ isActive: true })).toMatchObject({ isActive: true, status: 'inactive' })
    expect(await patched({ status: 'completed' })).toMatchObject({ isActive: true, status: 'completed' })
  })
  test('publishes nothing if nothing changed', async () => {
    const weekend = await service.weekend()
    await service.admin('PATCH', `${path}/${weekend.id}`, { name: weekend.name })
    await service.admin('PATCH', `${path}/${weekend.id}`, { name: 'Renamed' })
    expect((await auditOf('weekend.changed', weekend.id)).data).toMatchObject({ after: { name: 'Renamed' } })
  })
  test('keeps a weekend within 31 days; one that was longer keeps its dates until one is changed', async () => {
    const { id } = await service.weekend({ startDate: '2030-10-10', endDate: '2030-11-09' })
    const patch = (body: object) => service.admin('PATCH', `${path}/${id}`, body)
    const tooLong = {
      status: 400,
      body: { issues: [{ path: 'endDate', message: expect.stringContaining('at most 30 days after the start date') }] },
    }
    expect(await patch({ endDate: '2030-11-10' })).toMatchObject(tooLong)
    expect(await patch({ startDate: '2030-10-09' })).toMatchObject(tooLong)
    await service.database('weekends').where({ id }).update({ end_date: '2099-01-01' })
    expect(await patch({ name: 'Long', endDate: '2099-01-01' })).toMatchObject({ status: 200, body: { name: 'Long' } })
    expect(await patch({ endDate: '2099-01-02' })).toMatchObject(tooLong)
    expect(await patch({ endDate: '2030-10-12' })).toMatchObject({ status: 200, body: { endDate: '2030-10-12' } })
  })
  test('requires ordered dates, also when only one is sent', async () => {
    const { id } = await service.weekend()
    expect(await service.admin('PATCH', `${path}/${id}`, { startDate: '2030-10-14' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'endDate' }] },
    })
  })
  test('rejects a second live weekend and names the first', async () => {
    const first = await service.weekend({ name: 'Adelaide 500' })
    const second = await service.weekend()
    await service.admin('PATCH', `${path}/${first.id}`, { status: 'live' })
    expect(await service.admin('PATCH', `${path}/${second.id}`, { isActive: true, status: 'live' })).toMatchObject({
      status: 409,
      body: { code: 'ANOTHER_WEEKEND_LIVE', message: expect.stringContaining('Adelaide 500') },
    })
    expect((await service.fan('GET', `/api/weekends/${second.id}`)).body).toMatchObject({ isActive: false })
  })
  test('accepts exactly one of two concurrent activations', async () => {
    const both = await Promise.all([service.weekend(), service.weekend()])
    const replies = await Promise.all(both.map(({ id }) => service.admin('PATCH', `${path}/${id}`, { status: 'live' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
  test.each([
    ['status', { status: 'cancelled' }],
    ['name', { name: ' ' }],
    ['endDate', { endDate: 'soon' }],
  ])('names an invalid %s', async (field, body) => {
    const { id } = await service.weekend()
    const reply = await service.admin('PATCH', `${path}/${id}`, body)
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test('replies 404 for an unknown weekend', async () => {
    expect(await service.admin('PATCH', `${path}/2000000000`, { name: 'X' })).toMatchObject({ status: 404 })
  })
})

describe('choosing the races of the open competition', () => {
  const choose = (id: number, productRaceIds: unknown) =>
    service.admin<Weekend>('PATCH', `${path}/${id}/purple-sector-races`, { productRaceIds })
  const fanRaces = async (id: number) =>
    (await service.fan<{ id: number }[]>('GET', `/api/weekends/${id}/purple-sector-races`)).body.map((race) => race.id)

  test('returns the weekend and lists all races for an empty list', async () => {
    const { id } = await service.weekend()
    const [firstRace, secondRace] = [await service.race(id), await service.race(id)]
    expect(await choose(id, [secondRace.id])).toMatchObject({
      status: 200,
      body: { id, productRaceIds: [secondRace.id] },
    })
    expect(await fanRaces(id)).toEqual([secondRace.id])
    expect(service.pushedStates(id).at(-1)?.weekend).toMatchObject({ data: { id, productRaceIds: [secondRace.id] } })
    await choose(id, [])
    expect(await fanRaces(id)).toEqual([firstRace.id, secondRace.id])
    const published = await service.probe.next(
      weekendChanged,
      (data) => data.id === id && data.productRaceIds.length === 1,
    )
    expect(published.data.productRaceIds).toEqual([secondRace.id])
  })
  test('rejects races of another weekend and malformed lists', async () => {
    const { id } = await service.weekend()
    const own = await service.race(id)
    const foreign = await service.race((await service.weekend()).id)
    expect(await choose(id, [own.id, foreign.id])).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'productRaceIds.1' }] },
    })
    expect(await choose(id, 'all')).toMatchObject({ status: 400, body: { issues: [{ path: 'productRaceIds' }] } })
    expect(await choose(id, [true])).toMatchObject({ status: 400, body: { issues: [{ path: 'productRaceIds.0' }] } })
  })
  test('rejects adding or removing a locked race', async () => {
    const { id } = await service.weekend()
    const open = await service.race(id, { startTime: hoursFromNow(5) })
    const locked = await service.race(id, { startTime: hoursFromNow(-1) })
    expect(await choose(id, [open.id])).toMatchObject({ status: 409, body: { code: 'SESSION_LOCKED' } })
    expect(await choose(id, [open.id, locked.id])).toMatchObject({ status: 200 })
  })
  describe('decision at one time of tipping', () => {
    const secondsFromNow = (seconds: number): string => hoursFromNow(seconds / 3_600)
    const setUpChoice = async () => {
      const { id } = await service.weekend()
      const [firstRace, secondRace] = [await service.race(id), await service.race(id)]
      return { id, firstRace, secondRace, races: raceCalls(() => service) }
    }

    test('removes a race that locked after that time, and dates the choice by it', async () => {
      const { id, firstRace, secondRace, races } = await setUpChoice()
      const [now, locksAt] = [secondsFromNow(-2), secondsFromNow(-1)]
      await races.publishLock(firstRace, locksAt)
      service.tippingReturnsTime(id, () => ({ now, locks: [{ raceId: firstRace.id, locksAt, sequence: 1 }] }))
      const { status, body } = await choose(id, [secondRace.id])
      expect([status, body]).toMatchObject([200, { productRaceIds: [secondRace.id] }])
      expect(body).not.toHaveProperty('productRacesChosenAt')
      const state = { productRaceIds: [secondRace.id], productRacesChosenAt: now }
      expect(service.pushedStates(id).at(-1)?.weekend).toMatchObject({ data: state })
      expect(
        await service.probe.next(weekendChanged, (data) => data.id === id && data.productRaceIds.length === 1),
      ).toMatchObject({ data: state })
      await service.admin('PATCH', `${path}/${id}`, { venue: 'The Mountain' })
      expect(service.pushedStates(id).at(-1)?.weekend).toMatchObject({ data: { venue: 'The Mountain', ...state } })
    })
    test('rejects removing a race that tipping has locked but this service still shows as open', async () => {
      const { id, firstRace, secondRace } = await setUpChoice()
      const now = secondsFromNow(0)
      service.tippingReturnsTime(id, () => ({ now, locks: [{ raceId: firstRace.id, locksAt: now, sequence: 1 }] }))
      expect(await choose(id, [secondRace.id])).toMatchObject({ status: 409, body: { code: 'SESSION_LOCKED' } })
    })
    test('pushes the current weekend to tipping', async () => {
      const { id, firstRace, secondRace } = await setUpChoice()
      await choose(id, [secondRace.id])
      await choose(id, [firstRace.id, secondRace.id])
      const calls = service.calls.inputsOf(readLocks).filter(({ params }) => params.weekendId === id)
      const pushed = calls.map(({ request }) => readLocks.request.parse(request))
      expect(pushed.map(({ weekend }) => weekend.data.productRaceIds)).toEqual([[], [secondRace.id]])
      expect(pushed.at(-1)?.races.map(({ data }) => data.id)).toEqual([firstRace.id, secondRace.id])
    })
    test('decides again if the weekend changes meanwhile, and holds no lock during the call', async () => {
      const { id, secondRace } = await setUpChoice()
      const moments = [secondsFromNow(-2), secondsFromNow(-1)]
      let calls = 0
      service.tippingReturnsTime(id, async () => {
        const now = moments[calls++] ?? ''
        if (calls === 1) await service.admin('PATCH', `${path}/${id}`, { venue: 'The Mountain' })
        return { now, locks: [] }
      })
      expect(await choose(id, [secondRace.id])).toMatchObject({ status: 200, body: { venue: 'The Mountain' } })
      expect(service.pushedStates(id).at(-1)?.weekend).toMatchObject({ data: { productRacesChosenAt: moments[1] } })
      expect(calls).toBe(2)
    })
    test('replies 503 while tipping is unreachable, and after ten seconds', async () => {
      const { id, secondRace } = await setUpChoice()
      const pushed = service.pushedStates(id).length
      service.tippingReturnsTime(id, () => {
        throw unavailable('tipping is away')
      })
      expect((await choose(id, [secondRace.id])).status).toBe(503)
      service.tippingReturnsTime(id, () => {
        const start = performance.now()
        vi.spyOn(performance, 'now').mockReturnValue(start + 11_000)
        return { now: secondsFromNow(0), locks: [] }
      })
      expect((await choose(id, [secondRace.id])).status).toBe(503)
      vi.restoreAllMocks()
      expect((await service.fan('GET', `/api/weekends/${id}`)).body).toMatchObject({ productRaceIds: [] })
      expect(service.pushedStates(id)).toHaveLength(pushed)
    })
    test('uses the clock of this service if tipping is not installed', async () => {
      const { id, secondRace } = await setUpChoice()
      service.tippingReturnsTime(id, () => 'not-installed')
      expect(await choose(id, [secondRace.id])).toMatchObject({ status: 200 })
      const { productRacesChosenAt } = weekendChanged.data.parse(service.pushedStates(id).at(-1)?.weekend?.data)
      expect(Date.parse(productRacesChosenAt ?? '')).toBeLessThanOrEqual(Date.now())
    })
    test('keeps its time if the same races are chosen again', async () => {
      const { id, secondRace } = await setUpChoice()
      const now = secondsFromNow(-2)
      service.tippingReturnsTime(id, () => ({ now, locks: [] }))
      await choose(id, [secondRace.id])
      const pushed = service.pushedStates(id).length
      service.tippingReturnsTime(id, () => ({ now: secondsFromNow(0), locks: [] }))
      expect(await choose(id, [secondRace.id])).toMatchObject({ status: 200 })
      expect(service.pushedStates(id)).toHaveLength(pushed)
    })
  })
  test('keeps the id of a deleted race', async () => {
    const { id } = await service.weekend()
    service.tippingCounts(id, { tips: 0, racers: 0 })
    const [firstRace, secondRace] = [await service.race(id), await service.race(id)]
    await choose(id, [firstRace.id])
    await service.admin('DELETE', `/api/admin/races/${firstRace.id}`)
    expect((await service.fan('GET', `/api/weekends/${id}`)).body).toMatchObject({ productRaceIds: [firstRace.id] })
    expect(await fanRaces(id)).toEqual([])
    expect(await choose(id, [firstRace.id, secondRace.id])).toMatchObject({ status: 200 })
    expect(await fanRaces(id)).toEqual([secondRace.id])
  })
})
