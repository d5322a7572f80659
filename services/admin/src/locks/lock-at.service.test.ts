import { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { LockAt } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { applyLock, reviewLock } from '@purple-sector/contracts/tipping/internal'
import { applyRaceLock, wholeWeekendSchema } from '@purple-sector/contracts/weekends/internal'
import { aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

const START = '2025-06-29T05:20:00.000Z'
const LOCK = '2025-06-29T05:28:00.000Z'
const NOW = '2025-06-29T05:58:00.000Z'
/** Between the start and the lock. */
const LOCK_BETWEEN = '2025-06-29T05:24:00.000Z'

/** Race 2 on Sunday, scheduled at 15:30 in Sydney, as weekends and tipping have it. */
const createEarlyRace = async (
  overrides: Partial<{ locksAt: string | null; closesAt: string | null; lateTips: number }> = {},
) => {
  const { weekend: _, ...race } = await control.race({ name: 'Race 2', sessionType: 'race2' })
  const lock = { locksAt: LOCK, closesAt: LOCK, lateTips: 1, ...overrides }
  const weekend = aWeekend({
    id: race.weekendId,
    startDate: '2025-06-27',
    endDate: '2025-06-29',
    timeZone: 'Australia/Sydney',
  })
  const body = {
    weekend: { sequence: 1, data: weekend },
    races: [{ sequence: 1, data: race }],
    cars: race.cars.map((data) => ({ sequence: 1, data })),
  }
  const path = `/internal/weekends/${race.weekendId}/state`
  control.calls.when('weekends', 'GET', path, { status: 200, body }, wholeWeekendSchema)
  control.calls.stubCall(reviewLock, ({ params }) =>
    Number(params.raceId) === race.id
      ? { kind: 'reply', reply: { now: NOW, reopened: 0, ...lock } }
      : { kind: 'not-found' },
  )
  control.calls.stubCall(applyLock, ({ params, request }) => ({
    kind: 'reply',
    reply: { raceId: Number(params.raceId), locksAt: raceLockSet.data.parse(request.data).locksAt, sequence: 4 },
  }))
  control.calls.stubCall(applyRaceLock, () => ({ kind: 'reply', reply: {} }))
  return { ...race, lock }
}
const setLock = <Body extends object = LockAt & ErrorBody>(raceId: number, body: object) =>
  control.admin<Body>('POST', `/api/admin/races/${raceId}/lock-at`, body)
/** Every published event of the race's lock. */
const publishedLocks = (raceId: number) =>
  control.probe.seen(raceLockSet).flatMap(({ data }) => (data.raceId === raceId ? [data] : []))
const pageText = (
  startLine: string,
  title = 'Repco Supercars Championship - Race 2',
  numbers: readonly number[] = [1, 2, 3],
) =>
  [
    title,
    'CLASSIFICATION',
    'Event R2        30 Mins',
    'Scheduled Start 15:30',
    'PROVISIONAL',
    'Page 1           Issue 1',
    startLine,
    'Pos\tCar\tDriver\tLaps',
    ...numbers.map((number, index) => `${index + 1}\t${number}\tDriver ${number}\t19`),
  ].join('\n')

describe('page of a session that started early', () => {
  const parsePage = async (raceId: number, text: string) =>
    (await control.admin<ParsedImport>('POST', `/api/admin/races/${raceId}/results/read`, { text })).body

  test('states the start of a page and the number of tips after it', async () => {
    const race = await createEarlyRace()
    expect(await parsePage(race.id, pageText('Start Sun Jun 29   15:20'))).toMatchObject({
      startedAt: START,
      lateTips: 1,
      notes: expect.arrayContaining(['It started at 3:20 pm; 1 tip came in after that.']),
    })
  })

  test.each([
    ['it started on time', 'Start Sun Jun 29   15:30', {}, '2025-06-29T05:30:00.000Z'],
    ['it locks at that moment already', 'Start Sun Jun 29   15:20', { locksAt: START }, START],
    ['the page names a day outside the weekend', 'Start Sun Jul  6   15:20', {}, null],
    ['the page names no start', '', {}, null],
  ])('offers no lock if %s', async (_words, startLine, overrides, startedAt) => {
    const race = await createEarlyRace(overrides)
    const parsed = await parsePage(race.id, pageText(startLine))
    expect(parsed).toMatchObject({ startedAt, lateTips: null })
    expect(parsed.notes.join(' ')).not.toContain('It started')
  })

  test('offers no lock if the page is of another session', async () => {
    const race = await createEarlyRace()
    const parsed = await parsePage(
      race.id,
      pageText('Start Sun Jun 29   15:20', 'Repco Supercars Championship - Race 1'),
    )
    expect(parsed).toMatchObject({ startedAt: null, lateTips: null })
  })

  test('parses a page while tipping is unavailable', async () => {
    const race = await createEarlyRace()
    control.calls.stubCall(reviewLock, () => {
      throw new Error('does not answer in time')
    })
    expect(await parsePage(race.id, pageText('Start Sun Jun 29   15:20'))).toMatchObject({
      startedAt: START,
      lateTips: null,
    })
  })
})

describe('lock at the start of a session', () => {
  test('publishes and audits the lock, and pushes it to tipping and weekends', async () => {
    const race = await createEarlyRace()
    expect(await setLock(race.id, { at: '2025-06-29T15:20:00+10:00' })).toMatchObject({
      status: 200,
      body: { raceId: race.id, locksAt: START, lateTips: 1, revision: null },
    })
    const expectedLock = { raceId: race.id, weekendId: race.weekendId, locksAt: START, reopened: 0, revision: null }
    await expect.poll(() => publishedLocks(race.id)).toEqual([expectedLock])
    expect(await control.auditOf(race.id)).toMatchObject([
      {
        action: 'race.lock-set',
        before: { locksAt: LOCK },
        after: {
          locksAt: START,
          lateTips: 1,
          reason: 'The session started at 3:20 pm: changes of tips after that do not count.',
        },
      },
    ])
    expect(control.calls.inputsOf(applyLock).at(-1)).toMatchObject({ request: { data: expectedLock } })
    expect(control.calls.inputsOf(applyRaceLock).at(-1)).toMatchObject({
      request: { sequence: 4, data: { raceId: race.id, weekendId: race.weekendId, locksAt: START, deleted: false } },
    })
  })

  test('closes an open session first, and counts the tips after that', async () => {
    const race = await createEarlyRace({ locksAt: null, closesAt: null })
    let closeAttempt = ''
    control.setCloseReply(race.id, (attempt) => {
      closeAttempt = attempt
      race.lock.lateTips = 3
    })
    expect((await setLock(race.id, { at: START })).body).toMatchObject({ lateTips: 3 })
    expect(closeAttempt).not.toBe('')
    expect(await control.auditOf(race.id)).toMatchObject([{ before: { locksAt: null }, after: { lateTips: 3 } }])
  })

  test('publishes a scoring result again, with the reason', async () => {
    const race = await createEarlyRace()
    await control.putResult(race.id, official(...race.carIds))
    const reply = await setLock(race.id, { at: START, reason: 'The flag fell at 15:20' })
    expect(reply.body).toMatchObject({ revision: 2 })
    expect(await control.revisionsOf(race.id)).toMatchObject([
      { revision: 1, reason: null },
      { revision: 2, status: 'official', reason: 'The flag fell at 15:20' },
    ])
    const [first, second] = await control.revisionsOf(race.id)
    expect(second.classification).toEqual(first.classification)
    await expect.poll(() => publishedLocks(race.id)).toMatchObject([{ revision: 2 }])
    // An editor that was opened earlier is rejected, because there is another revision.
    expect(await control.putResult(race.id, { ...official(...race.carIds), baseRevision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'RESULT_CHANGED' },
    })
  })

  test('does not publish a withdrawn result again', async () => {
    const race = await createEarlyRace()
    await control.putResult(race.id, { status: 'cancelled', classification: [] })
    expect((await setLock(race.id, { at: START })).body).toMatchObject({ revision: null })
    expect(await control.revisionsOf(race.id)).toHaveLength(1)
  })

  test('writes nothing if that lock is in force already', async () => {
    const race = await createEarlyRace({ locksAt: START })
    expect((await setLock(race.id, { at: START })).body).toMatchObject({ locksAt: START, lateTips: 1, revision: null })
    expect([publishedLocks(race.id), await control.auditOf(race.id)]).toEqual([[], []])
  })

  test('writes once for concurrent calls with the same moment', async () => {
    const race = await createEarlyRace()
    await control.putResult(race.id, official(...race.carIds))
    const calls = Array.from({ length: 5 }, () => setLock(race.id, { at: START }))
    const replies = await Promise.all(calls)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(replies.flatMap(({ body }) => body.revision ?? [])).toEqual([2])
    expect(await control.revisionsOf(race.id)).toHaveLength(2)
    const lines = await control.auditOf(race.id)
    expect(lines.filter(({ action }: { action: string }) => action === 'race.lock-set')).toHaveLength(1)
    // The second caller is also answered only when tipping has the lock.
    expect(control.calls.inputsOf(applyLock).slice(-5)).toMatchObject(
      Array.from({ length: 5 }, () => ({ request: { data: { raceId: race.id, locksAt: START, revision: 2 } } })),
    )
  })

  test('audits the moment that another call set meanwhile', async () => {
    const race = await createEarlyRace()
    await Promise.all([setLock(race.id, { at: START }), setLock(race.id, { at: LOCK_BETWEEN })])
    const [first, latest] = (await control.auditOf(race.id)) as { before: object; after: { locksAt: string } }[]
    expect(latest?.before).toEqual({ locksAt: first?.after.locksAt })
  })

  test.each([
    ['in the future', '2025-06-29T06:00:00Z', 'LOCK_IN_FUTURE'],
    ['after tips closed', '2025-06-29T05:29:00Z', 'LOCK_TOO_LATE'],
    ['before the weekend', '2025-06-26T13:59:00Z', 'LOCK_TOO_EARLY'],
  ])('rejects a moment %s', async (_words, at, code) => {
    const race = await createEarlyRace()
    expect(await setLock(race.id, { at })).toMatchObject({ status: 400, body: { code, issues: [{ path: 'at' }] } })
    expect([publishedLocks(race.id), await control.auditOf(race.id)]).toEqual([[], []])
  })

  test('accepts the moment at which tips closed', async () => {
    const race = await createEarlyRace({ locksAt: START })
    expect((await setLock(race.id, { at: LOCK })).body).toMatchObject({ locksAt: LOCK })
    expect(await control.auditOf(race.id)).toMatchObject([{ before: { locksAt: START }, after: { locksAt: LOCK } }])
  })

  test('requires an administrator, an existing session, and an available tipping service', async () => {
    const race = await createEarlyRace()
    const path = `/api/admin/races/${race.id}/lock-at`
    expect((await control.visitor('POST', path, { at: START })).status).toBe(401)
    expect((await control.fan('POST', path, { at: START })).status).toBe(403)
    expect(await setLock(race.id, { at: 'soon' })).toMatchObject({ status: 400 })
    control.setWeekendsReplies(undefined, 80_002)
    expect(await setLock(80_002, { at: START })).toMatchObject({ status: 404, body: { code: 'RACE_NOT_FOUND' } })
    control.calls.stubCall(reviewLock, () => {
      throw new Error('does not answer in time')
    })
    expect((await setLock(race.id, { at: START })).status).toBe(503)
  })

  test('stores a lock if tipping and weekends do not respond: its event delivers it', async () => {
    const race = await createEarlyRace()
    for (const call of [applyLock, applyRaceLock])
      control.calls.stubCall(call, () => {
        throw new Error('does not answer in time')
      })
    expect((await setLock(race.id, { at: START })).status).toBe(200)
    await expect.poll(() => publishedLocks(race.id)).toHaveLength(1)
  })
})
