import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { minutesBefore, path, raceCalls } from '../../test/race-calls.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const { read, patch, setStatus, nextAdminAction, publishLock } = raceCalls(() => service)
const published = (id: number) => service.probe.next(raceChanged, (race) => race.id === id)

describe('creating a race', () => {
  test('stores own points, and a deadline two minutes before the start', async () => {
    const { id: weekendId } = await service.weekend()
    const scheduledTime = hoursFromNow(24)
    const { status, body } = await service.admin<Race>('POST', path, {
      name: 'Qualifying 1',
      category: 'Toyota GR Cup',
      sessionType: 'qualifying',
      scheduledTime,
      distance: '15 min',
      track: 'Mount Panorama',
      weekendId,
      raceNumber: 1,
      status: 'upcoming',
      pointsAwarded: { first: 25, second: 18, third: 15 },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      weekendId,
      categoryId: 6,
      name: 'Qualifying 1',
      category: 'TOYOTA GAZOO Racing Australia GR CUP',
      sessionType: 'qualifying',
      raceNumber: 1,
      status: 'upcoming',
      startTime: scheduledTime,
      scheduledTime,
      scheduledStart: scheduledTime,
      deadline: minutesBefore(scheduledTime, 2),
      locked: false,
      description: '',
      distance: '15 min',
      track: 'Mount Panorama',
      pointsAwarded: { first: 25, second: 18, third: 15 },
      pointsSource: 'session',
      categoryImage: null,
      completedAt: null,
      resultRevision: null,
      resultStatus: null,
      resultReason: null,
      resultPublishedAt: null,
      resultChangedAt: null,
    })
    expect(await published(body.id)).toMatchObject({
      key: `weekend/${weekendId}`,
      data: { startTime: scheduledTime, reopened: 0, deleted: false },
    })
    expect((await nextAdminAction('race.created', body.id)).data).toMatchObject({
      before: null,
      after: { id: body.id },
    })
    expect(await read(body)).toEqual(body)
  })
  test('defaults to race1 with the points of its category, and has no deadline without a start', async () => {
    const { id } = await service.weekend()
    expect(await service.race(id)).toMatchObject({
      sessionType: 'race1',
      pointsAwarded: { first: 50, second: 25, third: 15 },
      pointsSource: 'category',
      startTime: null,
      deadline: null,
      locked: false,
      distance: 'TBD',
      track: 'TBD',
    })
    expect(await service.race(id, { category: 'SuperUte' })).toMatchObject({
      category: 'Tyrepower V8 SuperUte Series',
      pointsAwarded: { first: 10, second: 6, third: 3 },
    })
  })
  test('locks a race at once that has started', async () => {
    const { id } = await service.weekend()
    const startTime = hoursFromNow(-1)
    expect(await service.race(id, { startTime })).toMatchObject({ locked: true, deadline: minutesBefore(startTime, 2) })
    expect(await service.race(id, { status: 'running' })).toMatchObject({ locked: true, deadline: expect.any(String) })
  })
  test.each([
    ['name', { name: '' }],
    ['category', { category: 'Formula 1' }],
    ['category', { category: undefined }],
    ['sessionType', { sessionType: 'warmup' }],
    ['startTime', { startTime: '2030-10-10 12:00' }],
    ['scheduledTime', { scheduledTime: 5 }],
    ['scheduledTime', { startTime: '2030-10-10T12:00:00Z', scheduledTime: '2030-10-10T12:01:00Z' }],
    ['status', { status: 'red-flagged' }],
    ['raceNumber', { raceNumber: 0 }],
    ['description', { description: 'x'.repeat(2001) }],
    ['pointsAwarded.first', { pointsAwarded: { first: 1001, second: 1, third: 1 } }],
    ['pointsAwarded.second', { pointsAwarded: { first: 1, second: 1.5, third: 1 } }],
    ['pointsAwarded.third', { pointsAwarded: { first: 1, second: 1 } }],
    ['weekendId', { weekendId: 'first' }],
    ['weekendId', { weekendId: true }],
  ])('names an invalid %s', async (field, overrides) => {
    const { id } = await service.weekend()
    const body = { weekendId: id, name: 'R', category: 'Repco Supercars Championship', ...overrides }
    expect(await service.admin('POST', path, body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test('replies 404 for an unknown weekend', async () => {
    for (const weekendId of [2_000_000_000, 99_999_999_999])
      expect(
        await service.admin('POST', path, { weekendId, name: 'R', category: 'Repco Supercars Championship' }),
      ).toMatchObject({ status: 404 })
  })
})

describe('lists of races', () => {
  test('are ordered by start, races without a start last, then by id, also for administrators', async () => {
    const { id } = await service.weekend()
    const untimed = await service.race(id)
    const late = await service.race(id, { startTime: hoursFromNow(30) })
    const early = await service.race(id, { startTime: hoursFromNow(3) })
    const expected = [early.id, late.id, untimed.id]
    for (const [caller, url] of [
      [service.fan, `/api/weekends/${id}/races`],
      [service.admin, `${path}?weekendId=${id}`],
      [service.admin, `${path}/${id}`],
    ] as const)
      expect((await caller<Race[]>('GET', url)).body.map((race) => race.id)).toEqual(expected)
    expect((await service.admin<Race[]>('GET', path)).body.length).toBeGreaterThan(3)
    expect(await service.admin('GET', `${path}?weekendId=x`)).toMatchObject({ status: 400 })
    expect(await service.admin('GET', `${path}/2000000000`)).toMatchObject({ status: 404 })
    expect(await service.fan('GET', '/api/weekends/2000000000/races')).toMatchObject({ status: 404 })
  })
  test('name the earliest upcoming race as the next one, or null', async () => {
    const { id } = await service.weekend()
    const next = () => service.fan<Race | null>('GET', `/api/weekends/${id}/next-race`)
    expect(await next()).toMatchObject({ status: 200, text: 'null', headers: { 'content-type': /json/ } })
    await service.race(id)
    await service.race(id, { startTime: hoursFromNow(-1) })
    expect((await next()).body).toBeNull()
    const far = await service.race(id, { startTime: hoursFromNow(9) })
    const near = await service.race(id, { startTime: hoursFromNow(2) })
    expect((await next()).body).toEqual(near)
    service.tippingCloses(near.id, new Date().toISOString())
    await setStatus(near.id, 'running')
    expect((await next()).body).toEqual(far)
  })
})

describe('changing a race', () => {
  test('returns the whole race and keeps fields that were not sent', async () => {
    const race = await service.race((await service.weekend()).id, { track: 'Mountain', startTime: hoursFromNow(5) })
    const { status, body } = await patch(race.id, { name: 'The Great Race', description: 'Long' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...race, name: 'The Great Race', description: 'Long' })
    expect((await nextAdminAction('race.changed', race.id)).data).toMatchObject({
      before: { name: 'Race 1' },
      after: { name: 'The Great Race' },
    })
  })
  test('moves the deadline with the start at once, before tipping replies', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    await publishLock(race, minutesBefore(race.startTime ?? '', 2))
    const startTime = hoursFromNow(8)
    expect(await patch(race.id, { startTime })).toMatchObject({
      body: { scheduledStart: startTime, deadline: minutesBefore(startTime, 2), locked: false },
    })
    expect(await read(race)).toMatchObject({ deadline: minutesBefore(startTime, 2) })
    expect(await patch(race.id, { scheduledTime: null })).toMatchObject({ body: { startTime: null, deadline: null } })
  })
  test('locks a race moved to the past at the time of the change', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const before = new Date(Date.now() - 1000).toISOString()
    const { body } = await patch(race.id, { startTime: hoursFromNow(-3) })
    expect(body.locked).toBe(true)
    expect(body.deadline && body.deadline > before).toBe(true)
  })
  test('replies only after tipping has closed a race moved to the past', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt)
    expect((await patch(race.id, { startTime: hoursFromNow(-3) })).body).toMatchObject({
      locked: true,
      deadline: locksAt,
    })
  })
  test('keeps a past lock when the start moves', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(-1) })
    expect(await patch(race.id, { startTime: hoursFromNow(5) })).toMatchObject({
      body: { locked: true, deadline: race.deadline },
    })
  })
  test('changes category, type and points only while the race is open', async () => {
    const { id } = await service.weekend()
    const open = await service.race(id, { startTime: hoursFromNow(5) })
    const change = {
      category: 'Boost Mobile TTSO',
      sessionType: 'race2',
      pointsAwarded: { first: 3, second: 2, third: 1 },
    }
    expect((await patch(open.id, change)).body).toMatchObject(change)
    const locked = await service.race(id, { startTime: hoursFromNow(-1) })
    for (const [field, value] of Object.entries(change))
      expect(await patch(locked.id, { [field]: value })).toMatchObject({
        status: 409,
        body: { code: 'SESSION_LOCKED' },
      })
    const same = { category: locked.category, sessionType: 'race1', pointsAwarded: locked.pointsAwarded, name: 'New' }
    expect(await patch(locked.id, same)).toMatchObject({ status: 200, body: { name: 'New', pointsSource: 'category' } })
  })
  test('respects a lock that tipping moved forward', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = hoursFromNow(-0.1)
    await publishLock(race, locksAt)
    expect(await read(race)).toMatchObject({ locked: true, deadline: locksAt })
    expect(await patch(race.id, { sessionType: 'race2' })).toMatchObject({ status: 409 })
  })
  test.each([
    ['category', { category: 'Formula 1' }],
    ['startTime', { startTime: 'noon' }],
    ['pointsAwarded', { pointsAwarded: 50 }],
    ['status', { status: 'done' }],
  ])('names an invalid %s', async (field, body) => {
    const race = await service.race((await service.weekend()).id)
    expect(await patch(race.id, body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test('replies 404 for an unknown race and 400 for a malformed id', async () => {
    expect(await patch(2_000_000_000, { name: 'X' })).toMatchObject({ status: 404 })
    expect(await service.admin('PATCH', `${path}/x`, { name: 'X' })).toMatchObject({ status: 400 })
  })
})
