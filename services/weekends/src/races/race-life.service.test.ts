import { resultPublished } from '@purple-sector/contracts/admin/events'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { carChanged, raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { aResult, aSessionLock, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type WeekendsUnderTest } from '../weekends-under-test.ts'
import { minutesBefore, path, raceCalls } from './race-calls-under-test.ts'

let under: WeekendsUnderTest
beforeAll(async () => {
  under = await startWeekends()
})
afterAll(() => under?.close())

const { read, patch, setStatus, audited, lockTold } = raceCalls(() => under)
const reopen = (id: number, scheduledTime: unknown) =>
  under.admin<Race>('POST', `${path}/${id}/reopen`, { scheduledTime })
const remove = (id: number, query = '') => under.admin('DELETE', `${path}/${id}${query}`)
const told = (id: number, fits: (race: { status: string; reopened: number; deleted: boolean }) => boolean) =>
  under.probe.next(raceChanged, (race) => race.id === id && fits(race))

describe('a status that closes the session', () => {
  test('tipping closes it before anybody sees it run', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    let seenMeanwhile: Race | undefined
    const locksAt = new Date().toISOString()
    under.calls.when('tipping', 'POST', `/internal/sessions/${race.id}/close`, async () => {
      seenMeanwhile = await read(race)
      return { status: 200, body: { raceId: race.id, locksAt } }
    })
    expect((await setStatus(race.id, 'running')).body).toMatchObject({
      status: 'running',
      locked: true,
      deadline: locksAt,
    })
    expect(seenMeanwhile).toMatchObject({ status: 'upcoming', locked: false })
    expect(under.calls.made.at(-1)).toMatchObject({ body: { weekendId: race.weekendId }, timeoutMs: 300 })
    expect((await told(race.id, ({ status }) => status === 'running')).data).toMatchObject({
      startTime: race.startTime,
    })
  })
  test('where tipping does not answer the write goes ahead, locked from now', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    under.tippingCloses(race.id, 'never')
    const { status, body } = await patch(race.id, { status: 'completed' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', locked: true, completedAt: expect.any(String) })
    expect(await read(race)).toEqual(body)
  })
  test('an older word of tipping does not open it again', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    under.tippingCloses(race.id, locksAt)
    await setStatus(race.id, 'running')
    const late = aSessionLock({ raceId: race.id, weekendId: race.weekendId, locksAt: hoursFromNow(5) })
    await under.announce(sessionLockChanged, late)
    const { database } = under.platform
    await expect.poll(() => database('session_locks').where({ race_id: race.id })).toHaveLength(1)
    expect(await read(race)).toMatchObject({ locked: true, deadline: locksAt })
  })
  test('a locked one is not asked about, and a refused change closes nothing', async () => {
    const { id } = await under.weekend()
    const locked = await under.race(id, { startTime: hoursFromNow(-1) })
    const asked = under.calls.made.length
    expect(await setStatus(locked.id, 'running')).toMatchObject({ status: 200 })
    expect(await patch(locked.id, { status: 'completed', category: 'Boost Mobile TTSO' })).toMatchObject({
      status: 409,
    })
    expect(under.calls.made.length).toBe(asked)
  })
  test('only the three statuses exist', async () => {
    const race = await under.race((await under.weekend()).id)
    expect(await setStatus(race.id, 'paused')).toMatchObject({ status: 400, body: { issues: [{ path: 'status' }] } })
    expect(await under.admin('PATCH', `${path}/${race.id}/status`, {})).toMatchObject({ status: 400 })
  })
})

describe('reopening a session', () => {
  const running = async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    under.tippingCloses(race.id, new Date().toISOString())
    return (await setStatus(race.id, 'running')).body
  }
  test('makes it upcoming and open until its new time, at once', async () => {
    const race = await running()
    await lockTold(race, race.deadline)
    const scheduledTime = hoursFromNow(9)
    const { status, body } = await reopen(race.id, scheduledTime)
    expect(status).toBe(200)
    const open = {
      status: 'upcoming',
      locked: false,
      startTime: scheduledTime,
      deadline: minutesBefore(scheduledTime, 2),
    }
    expect(body).toMatchObject(open)
    expect(under.caughtUp()).toContain(race.weekendId)
    expect(await read(race)).toMatchObject(open)
    expect((await told(race.id, ({ reopened }) => reopened === 1)).data).toMatchObject({ startTime: scheduledTime })
    expect((await audited('race.reopened', race.id)).data).toMatchObject({
      before: { locked: true },
      after: { locked: false },
    })
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200, body: { locked: true } })
  })
  test('an open one needs no reopening', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'SESSION_OPEN' } })
  })
  test('one with a result stays closed, even when the result is withdrawn', async () => {
    const race = await running()
    const result = aResult({ raceId: race.id, weekendId: race.weekendId, status: 'cancelled' })
    await under.announce(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultStatus).toBe('cancelled')
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
  })
  test('needs a time, and a session', async () => {
    const race = await running()
    expect(await reopen(race.id, undefined)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'scheduledTime' }] },
    })
    expect(await reopen(2_000_000_000, hoursFromNow(9))).toMatchObject({ status: 404 })
  })
})

describe('a published result', () => {
  test('completes the session and shows its revision; a correction changes only that', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(5) })
    const result = aResult({ raceId: race.id, weekendId: race.weekendId })
    await under.announce(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
    expect(await read(race)).toMatchObject({
      status: 'completed',
      completedAt: result.firstPublishedAt,
      resultStatus: 'provisional',
      locked: true,
    })
    expect((await told(race.id, ({ status }) => status === 'completed')).data).toMatchObject({ id: race.id })
    await under.announce(resultPublished, aResult({ ...result, revision: 2, status: 'official' }))
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(2)
    expect(await read(race)).toMatchObject({ status: 'completed', resultStatus: 'official' })
    expect(await patch(race.id, { sessionType: 'race2' })).toMatchObject({ status: 409 })
  })
  test('of a session that is gone is passed over', async () => {
    const { id: weekendId } = await under.weekend()
    await under.announce(resultPublished, aResult({ raceId: 2_000_000_000, weekendId }))
    const race = await under.race(weekendId)
    await under.announce(resultPublished, aResult({ raceId: race.id, weekendId }))
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
  })
})

describe('a result whose event is still on its way', () => {
  test('is asked of race control before anything is done that it forbids', async () => {
    const race = await under.race((await under.weekend()).id, { startTime: hoursFromNow(-1) })
    const open = await under.race(race.weekendId, { startTime: hoursFromNow(5) })
    for (const { id } of [race, open])
      under.calls.when('admin', 'GET', `/internal/races/${id}/result`, {
        status: 200,
        body: { revision: 1, status: 'provisional' },
      })
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    expect(await remove(race.id)).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    expect(await patch(open.id, { sessionType: 'race2' })).toMatchObject({
      status: 409,
      body: { code: 'SESSION_LOCKED' },
    })
    expect(await patch(open.id, { name: 'Race One' })).toMatchObject({ status: 200 })
  })
})

describe('deleting a session', () => {
  test('takes it away; its cars stay in their category', async () => {
    const { id } = await under.weekend()
    const [race, other] = [await under.race(id), await under.race(id)]
    const car = await under.car(race.id)
    expect(await remove(race.id)).toMatchObject({ status: 204, text: '' })
    expect(await read(race)).toBeUndefined()
    expect((await under.fan('GET', `/api/cars/${other.id}`)).body).toMatchObject([
      { id: car.id, raceId: null, race: null },
    ])
    expect((await told(race.id, ({ deleted }) => deleted)).data).toMatchObject({ weekendId: id })
    expect(
      (await under.probe.next(carChanged, (data) => data.id === car.id && data.raceId === null)).data,
    ).toMatchObject({
      deleted: false,
      withdrawn: false,
    })
    expect((await audited('race.deleted', race.id)).data).toMatchObject({ before: { id: race.id }, after: null })
    expect(await remove(race.id)).toMatchObject({ status: 404 })
  })
  test('is refused while its result stands', async () => {
    const race = await under.race((await under.weekend()).id)
    under.tippingCounts(race.weekendId, 'not installed')
    const result = aResult({ raceId: race.id, weekendId: race.weekendId })
    await under.announce(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
    expect(await remove(race.id)).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    await under.announce(resultPublished, aResult({ ...result, revision: 2, status: 'cancelled' }))
    await expect.poll(async () => (await read(race))?.resultStatus).toBe('cancelled')
    expect(await remove(race.id)).toMatchObject({ status: 204 })
  })
  test('needs a confirmation where tips go with the last session of their category', async () => {
    const { id } = await under.weekend()
    under.tippingCounts(id, { tips: 12, racers: 12 })
    const [one, last] = [await under.race(id), await under.race(id)]
    const foreign = await under.race(id, { category: 'Boost Mobile TTSO' })
    expect(await remove(one.id)).toMatchObject({ status: 204 })
    expect(await remove(last.id)).toMatchObject({ status: 409, body: { code: 'CONFIRM_NEEDED', message: /12 tips/ } })
    expect(await remove(last.id, '?confirm=false')).toMatchObject({ status: 409 })
    expect(await remove(last.id, '?confirm=perhaps')).toMatchObject({ status: 400 })
    expect(await read(last)).toBeDefined()
    expect(under.calls.made.at(-1)?.path).toContain(`?category=${encodeURIComponent(last.category)}`)
    expect(await remove(last.id, '?confirm=true')).toMatchObject({ status: 204 })
    under.tippingCounts(id, { tips: 0, racers: 0 })
    expect(await remove(foreign.id)).toMatchObject({ status: 204 })
  })
})
