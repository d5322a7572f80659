import { randomUUID } from 'node:crypto'
import { resultPublished, timingStarted } from '@purple-sector/contracts/admin/events'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { closeRace, countTips } from '@purple-sector/contracts/tipping/internal'
import { carChanged, raceChanged, weekendsRaceLockFinalized } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { applyResult } from '@purple-sector/contracts/weekends/internal'
import { recordPushedState } from '@purple-sector/messaging'
import { aResult, aSessionLock, hoursFromNow } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { minutesBefore, path, raceCalls } from '../../test/race-calls.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const { read, patch, setStatus, nextAdminAction, publishLock } = raceCalls(() => service)
const reopen = (id: number, scheduledTime: unknown) =>
  service.admin<Race>('POST', `${path}/${id}/reopen`, { scheduledTime })
const finalizations = (raceId: number) =>
  service.probe.seen(weekendsRaceLockFinalized).flatMap(({ data }) => (data.raceId === raceId ? [data.isStored] : []))
/** Counts statements of this database that wait for a lock. */
const waitingForLocks = async (): Promise<number> => (await lockWaiters(service.database)).length
const remove = (id: number, query = '') => service.admin('DELETE', `${path}/${id}${query}`)
const published = (id: number, matches: (race: z.infer<typeof raceChanged.data>) => boolean) =>
  service.probe.next(raceChanged, (race) => race.id === id && matches(race))

/** Returns the times that a spoiler delay counts from, as each list of races sends them. */
const lastChanged = async (weekendId: number) => {
  const lists = ['races', 'purple-sector-races', 'next-race']
  const replies = await Promise.all(lists.map((list) => service.fan('GET', `/api/weekends/${weekendId}/${list}`)))
  return replies.map(({ headers }) => headers['last-changed'])
}
const thrice = (at: unknown) => [at, at, at]

describe('the time of the last change', () => {
  test('follows the status and the results of races, and nothing else', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const { weekendId } = race
    await service.race(weekendId, { startTime: hoursFromNow(9) })
    await patch(race.id, { name: 'The Great Race', startTime: hoursFromNow(6) })
    expect(race.resultChangedAt).toBeNull()
    expect(await lastChanged(weekendId)).toEqual(thrice(undefined))

    const started = (await setStatus(race.id, 'running')).body.resultChangedAt
    expect(started).toEqual(expect.any(String))
    expect(await lastChanged(weekendId)).toEqual(thrice(started))
    await patch(race.id, { track: 'Mount Panorama' })
    expect(await lastChanged(weekendId)).toEqual(thrice(started))

    const publishedAt = hoursFromNow(1)
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId, publishedAt }))
    await expect.poll(async () => (await read(race))?.resultChangedAt).toBe(publishedAt)
    expect(await lastChanged(weekendId)).toEqual(thrice(publishedAt))
    const { data } = await published(race.id, ({ resultRevision }) => resultRevision === 1)
    expect(data).toMatchObject({ resultChangedAt: publishedAt })
  })
  test('is set for a race created as running', async () => {
    const race = await service.race((await service.weekend()).id, { status: 'running' })
    expect(race.resultChangedAt).toEqual(expect.any(String))
    expect((await reopen(race.id, hoursFromNow(5))).body.resultChangedAt).not.toBe(race.resultChangedAt)
  })
})

describe('a status that closes the race', () => {
  test('is visible only after tipping has closed the race', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    let seenMeanwhile: Race | undefined
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt, async () => {
      seenMeanwhile = await read(race)
      // No lock is held during the call to tipping.
      expect(await patch(race.id, { track: 'Mountain' })).toMatchObject({ status: 200 })
    })
    expect((await setStatus(race.id, 'running')).body).toMatchObject({
      status: 'running',
      track: 'Mountain',
      locked: true,
      deadline: locksAt,
    })
    expect(seenMeanwhile).toMatchObject({ status: 'upcoming', locked: false })
    expect((await published(race.id, ({ status }) => status === 'running')).data).toMatchObject({
      startTime: race.startTime,
      deadline: locksAt,
    })
  })
  test('is stored and locks the race from now if tipping does not reply', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const { status, body } = await patch(race.id, { status: 'completed' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', locked: true, completedAt: expect.any(String) })
    expect(await read(race)).toEqual(body)
  })
  test('is not undone by an older lock of tipping', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt)
    await setStatus(race.id, 'running')
    const { weekendId } = race
    service.tippingReturnsLocks(weekendId, [{ raceId: race.id, locksAt, sequence: 5 }])
    await patch(race.id, { name: 'The Great Race' })
    const late = aSessionLock({ raceId: race.id, weekendId, locksAt: hoursFromNow(5) })
    await service.publishEvent(sessionLockChanged, late)
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId }))
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
    expect(await read(race)).toMatchObject({ locked: true, deadline: locksAt })
  })
  test('is stored even when the event of the lock arrives first', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt, () => publishLock(race, locksAt))
    const change = { status: 'running', sessionType: 'race2' }
    expect(await patch(race.id, change)).toMatchObject({ status: 200, body: { ...change, deadline: locksAt } })
  })
  test('is stored without deadlock while the event of the lock is handled', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt)
    const event = await service.database.transaction()
    const data = aSessionLock({ raceId: race.id, weekendId: race.weekendId, locksAt })
    await recordPushedState(event, 'weekends', sessionLockChanged, { sequence: 1, data })
    const change = setStatus(race.id, 'running')
    await expect.poll(waitingForLocks).toBe(1)
    await event('races').where({ id: race.id }).forUpdate()
    await event.commit()
    expect(await change).toMatchObject({ status: 200, body: { status: 'running', deadline: locksAt } })
  })
  test('is stored with a success reply even if the returned lock cannot be applied', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    service.tippingReturnsLocks(race.weekendId, [{ raceId: 3_000_000_000, locksAt: hoursFromNow(5), sequence: 9 }])
    expect(await patch(race.id, { name: 'The Great Race' })).toMatchObject({ status: 200 })
  })
  test('is rejected for the second of two concurrent changes if the race has locked by then', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    let isSecond = false
    service.tippingCloses(race.id, new Date().toISOString(), async () => {
      if (isSecond) return
      isSecond = true
      expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200 })
    })
    expect(await patch(race.id, { status: 'running', sessionType: 'practice' })).toMatchObject({
      status: 409,
      body: { code: 'SESSION_LOCKED' },
    })
    expect(await read(race)).toMatchObject({ status: 'running', sessionType: 'race1' })
  })
  test('is decided again on the current race, and rejected if that race no longer allows it', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = new Date().toISOString()
    service.tippingCloses(race.id, locksAt, () => publishLock(race, minutesBefore(locksAt, 5)))
    const change = { status: 'running', sessionType: 'race2' }
    expect(await patch(race.id, change)).toMatchObject({ status: 409, body: { code: 'SESSION_LOCKED' } })
    expect(await read(race)).toMatchObject({ status: 'upcoming' })
    await expect.poll(() => finalizations(race.id)).toEqual([false])
  })
  test('is confirmed by one event, and removed', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    let attempt = ''
    service.tippingCloses(race.id, new Date().toISOString(), (id) => {
      attempt = id
    })
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200 })
    expect(await service.database('provisional_locks').where({ race_id: race.id })).toEqual([])
    const { data } = await service.probe.next(weekendsRaceLockFinalized, ({ raceId }) => raceId === race.id)
    expect(data).toEqual({ raceId: race.id, weekendId: race.weekendId, attempt, isStored: true })
    expect(finalizations(race.id)).toEqual([true])
  })
  test('is abandoned after ten seconds, and cancelled at tipping at once', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    service.tippingCloses(race.id, new Date().toISOString(), async (attempt) => {
      const aged = service.database.raw("clock_timestamp() - interval '11 s'")
      await service.database('provisional_locks').where({ id: attempt }).update({ started_at: aged })
      await expect.poll(() => finalizations(race.id)).toEqual([false])
    })
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 503 })
    expect(await read(race)).toMatchObject({ status: 'upcoming', locked: false, deadline: race.deadline })
  })
  test('is confirmed or cancelled separately for each attempt at one race', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    service.tippingCloses(race.id, new Date().toISOString())
    const started_at = service.database.raw("clock_timestamp() - interval '11 s'")
    const row = { id: randomUUID(), race_id: race.id, weekend_id: race.weekendId, started_at }
    await service.database('provisional_locks').insert(row)
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200 })
    await expect.poll(() => finalizations(race.id).toSorted()).toEqual([false, true])
  })
  test('is abandoned by another process after its own process died', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const started_at = service.database.raw("clock_timestamp() - interval '11 s'")
    await service
      .database('provisional_locks')
      .insert({ id: randomUUID(), race_id: race.id, weekend_id: race.weekendId, started_at })
    await expect.poll(() => finalizations(race.id)).toEqual([false])
    await expect.poll(() => service.database('provisional_locks').where({ race_id: race.id })).toEqual([])
  })
  test('reports to tipping that the race starts, unlike a start time that is too near', async () => {
    const { id } = await service.weekend()
    const [started, moved] = [await service.race(id), await service.race(id)]
    for (const race of [started, moved]) service.tippingCloses(race.id, new Date().toISOString())
    await setStatus(started.id, 'running')
    await patch(moved.id, { startTime: hoursFromNow(1 / 60) })
    const provisionalLocks = service.calls
      .inputsOf(closeRace)
      .filter(({ params }) => [started.id, moved.id].includes(Number(params.raceId)))
    expect(provisionalLocks.map(({ request }) => request.begins)).toEqual([true, false])
  })
  test('does not call tipping for a locked race or a rejected change', async () => {
    const { id } = await service.weekend()
    const locked = await service.race(id, { startTime: hoursFromNow(-1) })
    const calledBefore = service.calls.inputsOf(closeRace).length
    expect(await setStatus(locked.id, 'running')).toMatchObject({ status: 200 })
    expect(await patch(locked.id, { status: 'completed', category: 'Boost Mobile TTSO' })).toMatchObject({
      status: 409,
    })
    expect(service.calls.inputsOf(closeRace).length).toBe(calledBefore)
  })
  test('must be one of three statuses', async () => {
    const race = await service.race((await service.weekend()).id)
    expect(await setStatus(race.id, 'paused')).toMatchObject({ status: 400, body: { issues: [{ path: 'status' }] } })
    expect(await service.admin('PATCH', `${path}/${race.id}/status`, {})).toMatchObject({ status: 400 })
  })
})

describe('reopening a race', () => {
  const running = async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    service.tippingCloses(race.id, new Date().toISOString())
    return (await setStatus(race.id, 'running')).body
  }
  test('makes it upcoming and open until its new start, at once', async () => {
    const race = await running()
    await publishLock(race, race.deadline)
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
    expect(service.pushedStates(race.weekendId).at(-1)?.races).toMatchObject([{ data: { id: race.id, reopened: 1 } }])
    expect(await read(race)).toMatchObject(open)
    expect((await published(race.id, ({ reopened }) => reopened === 1)).data).toMatchObject({
      startTime: scheduledTime,
    })
    expect((await nextAdminAction('race.reopened', race.id)).data).toMatchObject({
      before: { locked: true },
      after: { locked: false },
    })
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200, body: { locked: true } })
  })
  test('rejects an open race', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'SESSION_OPEN' } })
  })
  test('is counted at tipping with the next closing, so that an older one cannot undo it', async () => {
    const race = await running()
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 200 })
    expect(await setStatus(race.id, 'running')).toMatchObject({ status: 200 })
    const provisionalLocks = service.calls.inputsOf(closeRace).filter(({ params }) => params.raceId === race.id)
    expect(provisionalLocks.map(({ request }) => request.reopened)).toEqual([0, 1])
  })
  test('rejects a race with a result, also with a withdrawn one', async () => {
    const race = await running()
    const result = aResult({ raceId: race.id, weekendId: race.weekendId, status: 'cancelled' })
    await service.publishEvent(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultStatus).toBe('cancelled')
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
  })
  test('rejects a race with live timing', async () => {
    const race = await running()
    const at = new Date().toISOString()
    await service.publishEvent(timingStarted, { raceId: race.id, weekendId: race.weekendId, at })
    await expect.poll(() => service.database('timed_races').where({ race_id: race.id })).toHaveLength(1)
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'HAS_TIMING' } })
    await remove(race.id)
    expect(await service.database('timed_races').where({ race_id: race.id })).toEqual([])
  })
  test('requires a start and an existing race', async () => {
    const race = await running()
    expect(await reopen(race.id, undefined)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'scheduledTime' }] },
    })
    expect(await reopen(2_000_000_000, hoursFromNow(9))).toMatchObject({ status: 404 })
  })
})

describe('a published result', () => {
  test('completes the race and sets its revision; a correction changes only the revision', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const result = aResult({ raceId: race.id, weekendId: race.weekendId })
    await service.publishEvent(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
    expect(await read(race)).toMatchObject({
      status: 'completed',
      completedAt: result.firstPublishedAt,
      resultStatus: 'provisional',
      locked: true,
    })
    expect((await published(race.id, ({ status }) => status === 'completed')).data).toMatchObject({ id: race.id })
    await service.publishEvent(
      resultPublished,
      aResult({ ...result, revision: 2, status: 'official', reason: 'Protest dismissed' }),
    )
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(2)
    expect(await read(race)).toMatchObject({
      status: 'completed',
      resultStatus: 'official',
      resultReason: 'Protest dismissed',
    })
    expect(await patch(race.id, { sessionType: 'race2' })).toMatchObject({ status: 409 })
  })
  test('is ignored for a deleted race', async () => {
    const { id: weekendId } = await service.weekend()
    await service.publishEvent(resultPublished, aResult({ raceId: 2_000_000_000, weekendId }))
    const race = await service.race(weekendId)
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId }))
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
  })
})

describe('a result pushed by race control', () => {
  const state = (race: Race, sequence: number, revision: number) => ({
    params: { id: race.id },
    request: { sequence, data: aResult({ raceId: race.id, weekendId: race.weekendId, revision }) },
  })
  test('restricts changes at once, however late its event arrives', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(-1) })
    const open = await service.race(race.weekendId, { startTime: hoursFromNow(5) })
    for (const each of [race, open])
      expect(await service.request(applyResult, state(each, 1, 1))).toEqual({ kind: 'reply', reply: {} })
    expect(await reopen(race.id, hoursFromNow(9))).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    expect(await remove(race.id)).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    expect(await patch(open.id, { sessionType: 'race2' })).toMatchObject({
      status: 409,
      body: { code: 'SESSION_LOCKED' },
    })
    expect(await patch(open.id, { name: 'Race One' })).toMatchObject({ status: 200 })
    expect((await published(race.id, ({ status }) => status === 'completed')).data).toMatchObject({ resultRevision: 1 })
  })
  test('is applied without deadlock while its event is handled', async () => {
    const race = await service.race((await service.weekend()).id)
    const event = await service.database.transaction()
    await recordPushedState(event, 'weekends', resultPublished, state(race, 1, 1).request)
    const pushedStates = service.request(applyResult, state(race, 1, 1))
    await expect.poll(waitingForLocks).toBe(1)
    await event('races').where({ id: race.id }).forUpdate()
    await event.rollback()
    expect(await pushedStates).toEqual({ kind: 'reply', reply: {} })
    expect(await read(race)).toMatchObject({ resultRevision: 1 })
  })
  test('applies the newer of event and call, and publishes the race once per revision', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(-1) })
    await service.request(applyResult, state(race, 2, 2))
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId: race.weekendId }), {
      sequence: 1,
    })
    await service.request(applyResult, state(race, 1, 1))
    await service.publishEvent(resultPublished, aResult({ raceId: race.id, weekendId: race.weekendId, revision: 3 }), {
      sequence: 3,
    })
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(3)
    await published(race.id, ({ resultRevision }) => resultRevision === 3)
    const revisions = service.probe
      .seen(raceChanged)
      .flatMap(({ data }) => (data.id === race.id ? [data.resultRevision] : []))
    expect(revisions).toEqual([null, 2, 3])
  })
  test('is accepted for an unknown race, and rejected from other services', async () => {
    const unknown = state({ ...(await service.race((await service.weekend()).id)), id: 2_000_000_000 }, 1, 1)
    expect(await service.request(applyResult, unknown)).toEqual({ kind: 'reply', reply: {} })
    await expect(service.request(applyResult, unknown, 'tipping')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('pushing states to tipping', () => {
  test('pushes what each write published, with the sequence of its event', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    await patch(race.id, { name: 'The Great Race' })
    const event = await published(race.id, ({ name }) => name === 'The Great Race')
    expect(service.pushedStates(race.weekendId).at(-1)).toEqual({
      categories: [],
      races: [{ sequence: event.sequence, data: event.data }],
      cars: [],
    })
    const before = service.pushedStates(race.weekendId).length
    await patch(race.id, { name: 'The Great Race' })
    expect(service.pushedStates(race.weekendId)).toHaveLength(before)
  })
  test('replies with the lock that tipping returned', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const locksAt = hoursFromNow(2)
    service.tippingReturnsLocks(race.weekendId, [{ raceId: race.id, locksAt, sequence: 3 }])
    expect(await patch(race.id, { startTime: hoursFromNow(6) })).toMatchObject({ body: { deadline: locksAt } })
    expect((await published(race.id, ({ deadline }) => deadline === locksAt)).data).toMatchObject({ reopened: 0 })
  })
  test('publishes a race only when its lock changes', async () => {
    const race = await service.race((await service.weekend()).id, { startTime: hoursFromNow(5) })
    const lock = aSessionLock({ raceId: race.id, weekendId: race.weekendId, locksAt: race.deadline })
    for (const _ of [1, 2]) await service.publishEvent(sessionLockChanged, lock)
    await service.publishEvent(sessionLockChanged, { ...lock, locksAt: hoursFromNow(1) })
    await published(race.id, ({ deadline }) => deadline !== race.deadline)
    const publications = service.probe.seen(raceChanged).filter(({ data }) => data.id === race.id)
    expect(publications).toHaveLength(2)
  })
})

describe('deleting a race', () => {
  test('removes the race and retains its cars in their category', async () => {
    const { id } = await service.weekend()
    const [race, other] = [await service.race(id), await service.race(id)]
    const car = await service.car(race.id)
    expect(await remove(race.id)).toMatchObject({ status: 204, text: '' })
    expect(await read(race)).toBeUndefined()
    expect((await service.fan('GET', `/api/cars/${other.id}`)).body).toMatchObject([
      { id: car.id, raceId: null, race: null },
    ])
    expect((await published(race.id, ({ deleted }) => deleted)).data).toMatchObject({ weekendId: id })
    expect(
      (await service.probe.next(carChanged, (data) => data.id === car.id && data.raceId === null)).data,
    ).toMatchObject({
      deleted: false,
      withdrawn: false,
    })
    expect((await nextAdminAction('race.deleted', race.id)).data).toMatchObject({
      before: { id: race.id },
      after: null,
    })
    expect(await remove(race.id)).toMatchObject({ status: 404 })
  })
  test('is rejected while the race has a result that is not withdrawn', async () => {
    const race = await service.race((await service.weekend()).id)
    const result = aResult({ raceId: race.id, weekendId: race.weekendId })
    await service.publishEvent(resultPublished, result)
    await expect.poll(async () => (await read(race))?.resultRevision).toBe(1)
    expect(await remove(race.id)).toMatchObject({ status: 409, body: { code: 'HAS_RESULT' } })
    await service.publishEvent(resultPublished, aResult({ ...result, revision: 2, status: 'cancelled' }))
    await expect.poll(async () => (await read(race))?.resultStatus).toBe('cancelled')
    expect(await remove(race.id)).toMatchObject({ status: 204 })
  })
  test('requires a confirmation if tips are deleted with the last race of their category', async () => {
    const { id } = await service.weekend()
    service.tippingCounts(id, { tips: 12, racers: 12 })
    const [one, last] = [await service.race(id), await service.race(id)]
    const foreign = await service.race(id, { category: 'Boost Mobile TTSO' })
    expect(await remove(one.id)).toMatchObject({ status: 204 })
    expect(await remove(last.id)).toMatchObject({ status: 409, body: { code: 'CONFIRM_NEEDED', message: /12 tips/ } })
    expect(await remove(last.id, '?confirm=false')).toMatchObject({ status: 409 })
    expect(await remove(last.id, '?confirm=perhaps')).toMatchObject({ status: 400 })
    expect(await read(last)).toBeDefined()
    expect(service.calls.inputsOf(countTips).at(-1)?.query).toEqual({ categoryId: last.categoryId })
    expect(await remove(last.id, '?confirm=true')).toMatchObject({ status: 204 })
    service.tippingCounts(id, { tips: 0, racers: 0 })
    expect(await remove(foreign.id)).toMatchObject({ status: 204 })
  })
})
