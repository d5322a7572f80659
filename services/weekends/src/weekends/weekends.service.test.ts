import { readLocks } from '@purple-sector/contracts/tipping/internal'
import { weekendChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { unavailable } from '@purple-sector/service-kit/errors'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { raceCalls } from '../../test/race-calls.ts'

let under: TestWeekends
beforeAll(async () => {
  under = await startWeekends()
})
afterAll(() => under?.close())
afterEach(() => under.platform.database('weekends').where({ status: 'live' }).update({ status: 'inactive' }))

const path = '/api/admin/weekends'
const auditOf = (action: string, id: number) =>
  under.probe.next(weekendsAdminActed, (acted) => acted.action === action && acted.subject.id === String(id))

describe('creating a weekend', () => {
  test('answers the whole weekend, inactive, and tells everybody', async () => {
    const { status, body } = await under.admin<Weekend>('POST', path, {
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
    })
    const told = await under.probe.next(weekendChanged, ({ id }) => id === body.id)
    expect(told).toMatchObject({ key: `weekend/${body.id}`, data: { name: 'Bathurst 1000', deleted: false } })
    expect((await auditOf('weekend.created', body.id)).data).toMatchObject({
      actor: { id: under.chief.userId, username: 'chief' },
      subject: { type: 'weekend', id: String(body.id) },
      before: null,
      after: { name: 'Bathurst 1000' },
    })
  })
  test('an instant becomes the day it falls on in the zone', async () => {
    const times = { startDate: '2030-10-09T13:30:00.000Z', endDate: '2030-10-13T12:00:00+11:00' }
    expect(await under.weekend(times)).toMatchObject({ startDate: '2030-10-10', endDate: '2030-10-13' })
    expect(await under.weekend({ ...times, timeZone: 'UTC' })).toMatchObject({ startDate: '2030-10-09' })
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
    ['endDate', { endDate: undefined }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+10:00' }],
    ['isActive', { isActive: 'yes' }],
  ])('a wrong %s is named', async (field, over) => {
    const body = { name: 'B', startDate: '2030-10-10', endDate: '2030-10-13', ...over }
    const { status, body: reply } = await under.admin('POST', path, body)
    expect(status).toBe(400)
    expect(reply).toMatchObject({ code: 'BAD_REQUEST', requestId: expect.any(String), issues: [{ path: field }] })
  })
  test('a retry with its key gets the same weekend, and the key serves no other body', async () => {
    const key = { 'idempotency-key': 'create-once' }
    const body = { name: 'Once', startDate: '2030-10-10', endDate: '2030-10-13' }
    const [first, twin] = await Promise.all([
      under.admin<Weekend>('POST', path, body, key),
      under.admin<Weekend>('POST', path, body, key),
    ])
    expect([first.status, twin.status]).toEqual([201, 201])
    expect(twin.body).toEqual(first.body)
    const { status, body: reply } = await under.admin('POST', path, { ...body, name: 'Twice' }, key)
    expect([status, reply]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_REUSED' }])
  })
})

describe('reading weekends', () => {
  test('all of them, by start and id, for everybody signed in', async () => {
    const late = await under.weekend({ startDate: '2031-05-01', endDate: '2031-05-02' })
    const early = await under.weekend({ startDate: '2029-05-01', endDate: '2029-05-02' })
    const { body } = await under.fan<Weekend[]>('GET', '/api/weekends')
    const ids = body.map(({ id }) => id)
    expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id))
    expect(body).toEqual(body.toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id))
    expect((await under.admin<Weekend[]>('GET', path)).body).toEqual(body)
  })
  test('one of them, or 404; a malformed id is 400 and one beyond all ids 404', async () => {
    const weekend = await under.weekend()
    expect((await under.fan('GET', `/api/weekends/${weekend.id}`)).body).toEqual(weekend)
    expect(await under.fan('GET', '/api/weekends/2147483647')).toMatchObject({ status: 404 })
    expect(await under.fan('GET', '/api/weekends/2147483648')).toMatchObject({ status: 404 })
    expect(await under.fan('GET', '/api/weekends/99999999999999999999')).toMatchObject({ status: 404 })
    for (const id of ['0', '-1', '1.5', 'x', '0x1'])
      expect(await under.fan('GET', `/api/weekends/${id}`)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'id' }] },
      })
  })
})

describe('the current weekend', () => {
  test('there is none in an empty product; drafts are no weekend to go to', async () => {
    await under.platform.database('weekends').delete()
    expect(await under.fan('GET', '/api/weekends/current')).toMatchObject({ status: 404, body: { code: 'NO_WEEKEND' } })
    await under.weekend({ startDate: '2031-01-01', endDate: '2031-01-02' })
    expect(await under.fan('GET', '/api/weekends/current')).toMatchObject({ status: 404 })
  })
  test('is the active one that comes next, then the one that is live', async () => {
    const next = await under.weekend({ isActive: true })
    const later = await under.weekend({ isActive: true, startDate: '2032-01-01', endDate: '2032-01-02' })
    expect(await under.fan('GET', '/api/weekends/current')).toMatchObject({ status: 200, body: { id: next.id } })
    await under.admin('PATCH', `${path}/${later.id}`, { isActive: true, status: 'live' })
    expect(await under.fan('GET', '/api/weekends/current')).toMatchObject({ body: { id: later.id } })
  })
})

describe('changing a weekend', () => {
  test('changes what was sent and nothing else', async () => {
    const weekend = await under.weekend({ isActive: true })
    const { status, body } = await under.admin('PATCH', `${path}/${weekend.id}`, { venue: 'The Mountain' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...weekend, venue: 'The Mountain' })
    expect((await auditOf('weekend.changed', weekend.id)).data).toMatchObject({
      before: { venue: '' },
      after: { venue: 'The Mountain' },
    })
  })
  test('activate and deactivate; each of the two may be sent alone', async () => {
    const { id } = await under.weekend()
    const patched = async (body: object) => (await under.admin<Weekend>('PATCH', `${path}/${id}`, body)).body
    expect(await patched({ isActive: true, status: 'live' })).toMatchObject({ isActive: true, status: 'live' })
    expect(await patched({ isActive: false, status: 'inactive' })).toMatchObject({
      isActive: false,
      status: 'inactive',
    })
    expect(await patched({ isActive: true })).toMatchObject({ isActive: true, status: 'inactive' })
    expect(await patched({ status: 'completed' })).toMatchObject({ isActive: true, status: 'completed' })
  })
  test('nothing changed is nothing told', async () => {
    const weekend = await under.weekend()
    await under.admin('PATCH', `${path}/${weekend.id}`, { name: weekend.name })
    await under.admin('PATCH', `${path}/${weekend.id}`, { name: 'Renamed' })
    expect((await auditOf('weekend.changed', weekend.id)).data).toMatchObject({ after: { name: 'Renamed' } })
  })
  test('the dates stay in order, also when only one is sent', async () => {
    const { id } = await under.weekend()
    expect(await under.admin('PATCH', `${path}/${id}`, { startDate: '2030-10-14' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'endDate' }] },
    })
  })
  test('a second live weekend is refused by the name of the first', async () => {
    const first = await under.weekend({ name: 'Adelaide 500' })
    const second = await under.weekend()
    await under.admin('PATCH', `${path}/${first.id}`, { status: 'live' })
    expect(await under.admin('PATCH', `${path}/${second.id}`, { isActive: true, status: 'live' })).toMatchObject({
      status: 409,
      body: { code: 'ANOTHER_WEEKEND_LIVE', message: expect.stringContaining('Adelaide 500') },
    })
    expect((await under.fan('GET', `/api/weekends/${second.id}`)).body).toMatchObject({ isActive: false })
  })
  test('of two activations at once exactly one succeeds', async () => {
    const both = await Promise.all([under.weekend(), under.weekend()])
    const replies = await Promise.all(both.map(({ id }) => under.admin('PATCH', `${path}/${id}`, { status: 'live' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
  test.each([
    ['status', { status: 'cancelled' }],
    ['name', { name: ' ' }],
    ['endDate', { endDate: 'soon' }],
  ])('a wrong %s is named', async (field, body) => {
    const { id } = await under.weekend()
    const reply = await under.admin('PATCH', `${path}/${id}`, body)
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test('an unknown weekend is 404', async () => {
    expect(await under.admin('PATCH', `${path}/2000000000`, { name: 'X' })).toMatchObject({ status: 404 })
  })
})

describe('choosing the races of the open competition', () => {
  const choose = (id: number, productRaceIds: unknown) =>
    under.admin<Weekend>('PATCH', `${path}/${id}/purple-sector-races`, { productRaceIds })
  const shown = async (id: number) =>
    (await under.fan<{ id: number }[]>('GET', `/api/weekends/${id}/purple-sector-races`)).body.map((race) => race.id)

  test('answers the weekend; an empty list shows all', async () => {
    const { id } = await under.weekend()
    const [one, two] = [await under.race(id), await under.race(id)]
    expect(await choose(id, [two.id])).toMatchObject({ status: 200, body: { id, productRaceIds: [two.id] } })
    expect(await shown(id)).toEqual([two.id])
    expect(under.handedOver(id).at(-1)?.weekend).toMatchObject({ data: { id, productRaceIds: [two.id] } })
    await choose(id, [])
    expect(await shown(id)).toEqual([one.id, two.id])
    const told = await under.probe.next(weekendChanged, (data) => data.id === id && data.productRaceIds.length === 1)
    expect(told.data.productRaceIds).toEqual([two.id])
  })
  test('races of another weekend are refused, and malformed lists', async () => {
    const { id } = await under.weekend()
    const own = await under.race(id)
    const foreign = await under.race((await under.weekend()).id)
    expect(await choose(id, [own.id, foreign.id])).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'productRaceIds.1' }] },
    })
    expect(await choose(id, 'all')).toMatchObject({ status: 400, body: { issues: [{ path: 'productRaceIds' }] } })
    expect(await choose(id, [true])).toMatchObject({ status: 400, body: { issues: [{ path: 'productRaceIds.0' }] } })
  })
  test('a locked race neither joins nor leaves', async () => {
    const { id } = await under.weekend()
    const open = await under.race(id, { startTime: hoursFromNow(5) })
    const locked = await under.race(id, { startTime: hoursFromNow(-1) })
    expect(await choose(id, [open.id])).toMatchObject({ status: 409, body: { code: 'SESSION_LOCKED' } })
    expect(await choose(id, [open.id, locked.id])).toMatchObject({ status: 200 })
  })
  describe('is decided at one moment of tipping', () => {
    const secondsFromNow = (seconds: number): string => hoursFromNow(seconds / 3_600)
    const play = async () => {
      const { id } = await under.weekend()
      const [one, two] = [await under.race(id), await under.race(id)]
      return { id, one, two, races: raceCalls(() => under) }
    }

    test('by which a race may still leave that has locked since, and from which the choice counts', async () => {
      const { id, one, two, races } = await play()
      const [now, locksAt] = [secondsFromNow(-2), secondsFromNow(-1)]
      await races.lockTold(one, locksAt)
      under.tippingReads(id, () => ({ now, locks: [{ raceId: one.id, locksAt, sequence: 1 }] }))
      const { status, body } = await choose(id, [two.id])
      expect([status, body]).toMatchObject([200, { productRaceIds: [two.id] }])
      expect(body).not.toHaveProperty('productRacesChosenAt')
      const state = { productRaceIds: [two.id], productRacesChosenAt: now }
      expect(under.handedOver(id).at(-1)?.weekend).toMatchObject({ data: state })
      expect(
        await under.probe.next(weekendChanged, (data) => data.id === id && data.productRaceIds.length === 1),
      ).toMatchObject({ data: state })
      await under.admin('PATCH', `${path}/${id}`, { venue: 'The Mountain' })
      expect(under.handedOver(id).at(-1)?.weekend).toMatchObject({ data: { venue: 'The Mountain', ...state } })
    })
    test('by which one may not that tipping has locked, and that is shown open here still', async () => {
      const { id, one, two } = await play()
      const now = secondsFromNow(0)
      under.tippingReads(id, () => ({ now, locks: [{ raceId: one.id, locksAt: now, sequence: 1 }] }))
      expect(await choose(id, [two.id])).toMatchObject({ status: 409, body: { code: 'SESSION_LOCKED' } })
    })
    test('which is handed the weekend as it is', async () => {
      const { id, one, two } = await play()
      await choose(id, [two.id])
      await choose(id, [one.id, two.id])
      const asked = under.calls.askedOf(readLocks).filter(({ params }) => params.weekendId === id)
      const handed = asked.map(({ request }) => readLocks.request.parse(request))
      expect(handed.map(({ weekend }) => weekend.data.productRaceIds)).toEqual([[], [two.id]])
      expect(handed.at(-1)?.races.map(({ data }) => data.id)).toEqual([one.id, two.id])
    })
    test('anew where the weekend changes meanwhile, while which nothing is held', async () => {
      const { id, two } = await play()
      const moments = [secondsFromNow(-2), secondsFromNow(-1)]
      let asked = 0
      under.tippingReads(id, async () => {
        const now = moments[asked++] ?? ''
        if (asked === 1) await under.admin('PATCH', `${path}/${id}`, { venue: 'The Mountain' })
        return { now, locks: [] }
      })
      expect(await choose(id, [two.id])).toMatchObject({ status: 200, body: { venue: 'The Mountain' } })
      expect(under.handedOver(id).at(-1)?.weekend).toMatchObject({ data: { productRacesChosenAt: moments[1] } })
      expect(asked).toBe(2)
    })
    test('and not at all while tipping does not answer, nor where it takes ten seconds', async () => {
      const { id, two } = await play()
      const handed = under.handedOver(id).length
      under.tippingReads(id, () => {
        throw unavailable('tipping is away')
      })
      expect((await choose(id, [two.id])).status).toBe(503)
      under.tippingReads(id, () => {
        const start = performance.now()
        vi.spyOn(performance, 'now').mockReturnValue(start + 11_000)
        return { now: secondsFromNow(0), locks: [] }
      })
      expect((await choose(id, [two.id])).status).toBe(503)
      vi.restoreAllMocks()
      expect((await under.fan('GET', `/api/weekends/${id}`)).body).toMatchObject({ productRaceIds: [] })
      expect(under.handedOver(id)).toHaveLength(handed)
    })
    test('of this service where tipping is not installed', async () => {
      const { id, two } = await play()
      under.tippingReads(id, () => 'not-installed')
      expect(await choose(id, [two.id])).toMatchObject({ status: 200 })
      const { productRacesChosenAt } = weekendChanged.data.parse(under.handedOver(id).at(-1)?.weekend?.data)
      expect(Date.parse(productRacesChosenAt ?? '')).toBeLessThanOrEqual(Date.now())
    })
    test('and keeps its moment where the same is chosen again', async () => {
      const { id, two } = await play()
      const now = secondsFromNow(-2)
      under.tippingReads(id, () => ({ now, locks: [] }))
      await choose(id, [two.id])
      const handed = under.handedOver(id).length
      under.tippingReads(id, () => ({ now: secondsFromNow(0), locks: [] }))
      expect(await choose(id, [two.id])).toMatchObject({ status: 200 })
      expect(under.handedOver(id)).toHaveLength(handed)
    })
  })
  test('the id of a deleted race stays', async () => {
    const { id } = await under.weekend()
    under.tippingCounts(id, { tips: 0, racers: 0 })
    const [one, two] = [await under.race(id), await under.race(id)]
    await choose(id, [one.id])
    await under.admin('DELETE', `/api/admin/races/${one.id}`)
    expect((await under.fan('GET', `/api/weekends/${id}`)).body).toMatchObject({ productRaceIds: [one.id] })
    expect(await shown(id)).toEqual([])
    expect(await choose(id, [one.id, two.id])).toMatchObject({ status: 200 })
    expect(await shown(id)).toEqual([two.id])
  })
})
