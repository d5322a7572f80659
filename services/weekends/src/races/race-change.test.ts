import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { describe, expect, test } from 'vitest'
import type { StoredRace } from './race.ts'
import { raceReply, raceState } from './race.ts'
import { changeRace, hasResult, reopenRace, withResult } from './race-change.ts'
import { copyOfRace, newRace, startOf } from './race-entry.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const morning = at('01:00:00')
const evening = at('09:00:00')
const codeError = (code: string) => expect.objectContaining({ code })

const categoryOf = (id: number) => {
  const category = FOUNDING_CATEGORIES.find((known) => known.id === id)
  if (!category) throw new Error(`there is no category ${id}`)
  return category
}
const [supercars, ttso, super2] = [categoryOf(1), categoryOf(2), categoryOf(3)]

const race = (overrides: Partial<StoredRace> = {}): StoredRace => ({
  id: 1,
  weekendId: 1,
  name: 'Race 1',
  categoryId: 1,
  category: 'Repco Supercars Championship',
  isMain: true,
  sessionType: 'race1',
  raceNumber: 1,
  status: 'upcoming',
  startsAt: at('06:00:00'),
  description: '',
  distance: 'TBD',
  track: 'TBD',
  points: null,
  image: null,
  completedAt: null,
  reopened: 0,
  resultRevision: null,
  resultStatus: null,
  resultReason: null,
  resultPublishedAt: null,
  resultChangedAt: null,
  locksAt: at('05:58:00'),
  ...overrides,
})

describe('startOf', () => {
  test('requires both names of the start to mean the same instant', () => {
    expect(startOf({ startTime: '2026-11-21T06:00:00Z', scheduledTime: '2026-11-21T17:00:00+11:00' })).toEqual(
      at('06:00:00'),
    )
    expect(() => startOf({ startTime: '2026-11-21T06:00:00Z', scheduledTime: null })).toThrow(codeError('BAD_REQUEST'))
  })
})

describe('newRace and copyOfRace', () => {
  const body = {
    weekendId: 1,
    name: 'Race 1',
    category: super2,
    sessionType: 'race1',
    raceNumber: 1,
    status: 'upcoming',
    startTime: '2026-11-21T06:00:00Z',
    description: '',
    distance: 'TBD',
    track: 'TBD',
  } as const
  test('locks a new race by its start', () => {
    expect(newRace(body, morning)).toMatchObject({ locksAt: at('05:58:00'), points: null, completedAt: null })
  })
  test('closes a race at once that is already running', () => {
    expect(newRace({ ...body, status: 'running' }, morning)).toMatchObject({ locksAt: morning })
    expect(newRace({ ...body, status: 'completed' }, evening)).toMatchObject({
      locksAt: at('05:58:00'),
      completedAt: evening,
    })
  })
  test('copies a race as planned, without its history', () => {
    const driven = race({
      status: 'completed',
      completedAt: evening,
      resultRevision: 2,
      reopened: 1,
      image: { id: 5, hash: 'f5' },
    })
    expect(copyOfRace(driven, 9, evening, morning)).toMatchObject({
      weekendId: 9,
      startsAt: evening,
      status: 'upcoming',
      completedAt: null,
      resultRevision: null,
      reopened: 0,
      image: { id: 5, hash: 'f5' },
      locksAt: at('08:58:00'),
    })
  })
})

describe('changeRace', () => {
  test('changes category, type and points of an open race', () => {
    const { next, changed, closes } = changeRace(
      race(),
      { category: ttso, sessionType: 'qualifying', pointsAwarded: { first: 1, second: 1, third: 1 } },
      morning,
    )
    expect(next).toMatchObject({ category: 'Boost Mobile TTSO', sessionType: 'qualifying', points: { first: 1 } })
    expect([changed, closes]).toEqual([true, false])
  })
  test.each([
    ['category', { category: ttso }],
    ['type', { sessionType: 'qualifying' }],
    ['points', { pointsAwarded: { first: 1, second: 1, third: 1 } }],
  ] as const)('rejects a new %s once the race is locked or has a result', (_, patch) => {
    expect(() => changeRace(race(), patch, evening)).toThrow(codeError('SESSION_LOCKED'))
    const withEarlyResult = race({ resultRevision: 1, resultStatus: 'cancelled', locksAt: null })
    expect(() => changeRace(withEarlyResult, patch, morning)).toThrow(codeError('SESSION_LOCKED'))
  })
  test('accepts present effective values as unchanged and retains the source of the points', () => {
    const same = {
      category: supercars,
      sessionType: 'race1',
      pointsAwarded: { first: 50, second: 25, third: 15 },
    } as const
    expect(changeRace(race(), same, evening)).toMatchObject({ next: race(), changed: false, closes: false })
    const own = race({ points: { first: 50, second: 25, third: 15 } })
    expect(changeRace(own, { pointsAwarded: null }, evening).next.points).toEqual(own.points)
    expect(changeRace(race(), { pointsAwarded: null }, evening).changed).toBe(false)
  })
  test('resets points to those of the category', () => {
    const own = race({ points: { first: 25, second: 18, third: 15 } })
    expect(changeRace(own, { pointsAwarded: null }, morning).next.points).toBeNull()
  })
  test('changes names and texts at any time', () => {
    const { next, changed } = changeRace(race(), { name: 'The Great Race', track: 'Mountain' }, evening)
    expect(next).toMatchObject({ name: 'The Great Race', track: 'Mountain', locksAt: at('05:58:00') })
    expect(changed).toBe(true)
  })
  test('moves the lock of an open race with its start', () => {
    const to = (startTime: string | null) => changeRace(race(), { startTime }, at('05:00:00'))
    expect(to('2026-11-21T08:00:00Z')).toMatchObject({ closes: false, next: { locksAt: at('07:58:00') } })
    expect(to(null)).toMatchObject({ closes: false, next: { locksAt: null } })
  })
  test('closes an open race whose new start is too near, at the time of the change, and only an open one', () => {
    const move = { startTime: '2026-11-21T05:01:00Z' }
    const { next, closes } = changeRace(race(), move, at('05:00:00'))
    expect([closes, next.locksAt]).toEqual([true, at('05:00:00')])
    expect(changeRace(race(), move, evening)).toMatchObject({ closes: false, next: { locksAt: at('05:58:00') } })
  })
  test('keeps a locked race locked when its start moves', () => {
    const { next } = changeRace(race(), { startTime: '2026-11-21T11:00:00Z' }, evening)
    expect(next).toMatchObject({ startsAt: at('11:00:00'), locksAt: at('05:58:00') })
  })
  test('closes an open race by the status running or completed, and only an open one', () => {
    const early = changeRace(race(), { status: 'running' }, morning)
    expect(early).toMatchObject({ closes: true, changed: true, next: { locksAt: morning } })
    expect(changeRace(race(), { status: 'running' }, evening)).toMatchObject({ closes: false, changed: true })
  })
  test('sets the completion time with the status completed and clears it otherwise', () => {
    const completed = changeRace(race(), { status: 'completed' }, evening).next
    expect(completed.completedAt).toEqual(evening)
    expect(changeRace(completed, { name: 'Race One' }, at('10:00:00')).next.completedAt).toEqual(evening)
    expect(changeRace(completed, { status: 'running' }, at('10:00:00')).next.completedAt).toBeNull()
  })
  test('rejects the status upcoming for a race with a result of any status', () => {
    const cancelled = race({ status: 'completed', resultRevision: 1, resultStatus: 'cancelled' })
    expect(() => changeRace(cancelled, { status: 'upcoming' }, evening)).toThrow(codeError('HAS_RESULT'))
    expect(changeRace(cancelled, { status: 'running' }, evening).next.status).toBe('running')
  })
})

describe('reopenRace', () => {
  test('locks the race by its new start', () => {
    const locked = race({ status: 'completed', completedAt: at('07:00:00') })
    const reopened = reopenRace(locked, at('11:00:00'), evening)
    expect(reopened).toMatchObject({ status: 'upcoming', completedAt: null, reopened: 1, locksAt: at('10:58:00') })
    expect(raceReply(reopened, evening)).toMatchObject({ locked: false, deadline: '2026-11-21T10:58:00.000Z' })
    expect(raceState(reopened)).toMatchObject({
      reopened: 1,
      startTime: '2026-11-21T11:00:00.000Z',
      deleted: false,
    })
  })
  test('rejects an open race, and one with a result of any status', () => {
    expect(() => reopenRace(race(), at('11:00:00'), morning)).toThrow(codeError('SESSION_OPEN'))
    const cancelled = race({ resultRevision: 1, resultStatus: 'cancelled' })
    expect(() => reopenRace(cancelled, at('11:00:00'), evening)).toThrow(codeError('HAS_RESULT'))
  })
})

describe('withResult', () => {
  const published = { publishedAt: at('05:30:00'), firstPublishedAt: at('05:30:00') }
  const result = { revision: 1, status: 'provisional', reason: 'Red flag', ...published } as const
  test('completes and closes the race with its first result', () => {
    expect(withResult(race({ status: 'running' }), result)).toMatchObject({
      status: 'completed',
      completedAt: at('05:30:00'),
      locksAt: at('05:30:00'),
      resultRevision: 1,
      resultStatus: 'provisional',
      resultReason: 'Red flag',
      resultPublishedAt: at('05:30:00'),
      resultChangedAt: at('05:30:00'),
    })
  })
  test('recognizes a present revision, and another reason as a change', () => {
    const first = withResult(race(), result)
    expect(hasResult(first, result)).toBe(true)
    expect(hasResult(first, { ...result, reason: null })).toBe(false)
    expect(hasResult(race(), result)).toBe(false)
  })
  test('leaves the status unchanged for later results', () => {
    const first = withResult(race(), result)
    const withdrawn = withResult({ ...first, status: 'running' }, { ...result, revision: 2, status: 'cancelled' })
    expect(withdrawn).toMatchObject({ status: 'running', resultRevision: 2, resultStatus: 'cancelled' })
    const early = { ...result, revision: 3, publishedAt: at('05:20:00') }
    expect(withResult(first, early)).toMatchObject({ resultChangedAt: at('05:30:00') })
  })
})

describe('raceReply', () => {
  test('contains the effective points and their source', () => {
    expect(raceReply(race(), morning)).toMatchObject({
      pointsAwarded: { first: 50, second: 25, third: 15 },
      pointsSource: 'category',
      deadline: '2026-11-21T05:58:00.000Z',
      locked: false,
    })
    expect(raceReply(race({ categoryId: 2, category: 'Boost Mobile TTSO', isMain: false }), evening)).toMatchObject({
      pointsAwarded: { first: 10, second: 6, third: 3 },
      locked: true,
    })
    expect(raceReply(race({ points: { first: 25, second: 18, third: 15 } }), morning)).toMatchObject({
      pointsSource: 'session',
      pointsAwarded: { first: 25, second: 18, third: 15 },
    })
  })
  test('has neither start nor deadline while they are unknown', () => {
    expect(raceReply(race({ startsAt: null, locksAt: null }), morning)).toMatchObject({
      startTime: null,
      scheduledTime: null,
      scheduledStart: null,
      deadline: null,
      locked: false,
    })
  })
})
