import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { createBody, draftOf, emptyRace, explainFixed, isComplete, kindOf, patchBody, raceErrors } from './race-form.ts'

const ZONE = 'Australia/Sydney'
const SUPERCARS = 1
const weekendOfRace = { weekendId: 4, timeZone: ZONE }
const namedDraft = { ...emptyRace('session', SUPERCARS), name: 'Top Ten Shootout' } as const

describe('the session form', () => {
  test('starts as qualifying with 25/18/15 points, distance and track to be decided', () => {
    expect(emptyRace('session', null)).toMatchObject({
      sessionType: 'qualifying',
      distance: 'TBD',
      track: 'TBD',
      points: { first: '25', second: '18', third: '15' },
    })
  })
  test('accepts a form with a name and a category', () => {
    expect(isComplete({ ...namedDraft, name: ' ' })).toBe(false)
    expect(isComplete({ ...namedDraft, category: '' })).toBe(false)
    expect(isComplete(namedDraft)).toBe(true)
  })
  test('sends every field of a session including points', () => {
    expect(createBody('session', { ...namedDraft, starts: '2026-11-22T09:15' }, weekendOfRace)).toEqual({
      name: 'Top Ten Shootout',
      category: SUPERCARS,
      sessionType: 'qualifying',
      scheduledTime: '2026-11-21T22:15:00.000Z',
      distance: 'TBD',
      track: 'TBD',
      weekendId: 4,
      raceNumber: 1,
      status: 'upcoming',
      pointsAwarded: { first: 25, second: 18, third: 15 },
    })
  })
  test("sends null for the category's points, and 0 for invalid points", () => {
    expect(createBody('session', { ...namedDraft, points: null }, weekendOfRace).pointsAwarded).toBeNull()
    const typed = { ...namedDraft, points: { first: '12', second: '', third: 'x' } }
    expect(createBody('session', typed, weekendOfRace).pointsAwarded).toEqual({ first: 12, second: 0, third: 0 })
  })
  test('rejects points above a thousand and a time the clocks skip', () => {
    expect(raceErrors({ ...namedDraft, points: { first: '1001', second: '0', third: '0' } }, ZONE).points).toBeDefined()
    expect(raceErrors({ ...namedDraft, starts: '2026-10-04T02:30' }, ZONE).starts).toBeDefined()
    expect(raceErrors({ ...namedDraft, starts: '2026-10-04T03:30' }, ZONE)).toEqual({})
  })
})

test.each([
  ['race1', 1],
  ['race4', 4],
  ['race6', 6],
  ['shootout', 1],
] as const)('sends a %s with number %i', (sessionType, raceNumber) => {
  expect(createBody('session', { ...namedDraft, sessionType }, weekendOfRace)).toMatchObject({
    sessionType,
    raceNumber,
  })
})

test('sends no points, type, distance or track of a race', () => {
  expect(createBody('race', { ...namedDraft, ...{ description: 'Wet', starts: '' } }, weekendOfRace)).toEqual({
    name: 'Top Ten Shootout',
    category: SUPERCARS,
    startTime: null,
    weekendId: 4,
    status: 'upcoming',
    description: 'Wet',
  })
})

describe('the edit form of a race', () => {
  const race = raceReply({ scheduledStart: '2026-11-21T22:15:00.000Z' })
  const before = draftOf(race, ZONE)
  test("shows the start in the weekend's time zone and sends only the changes", () => {
    expect(before.starts).toBe('2026-11-22T09:15')
    expect(patchBody(before, before, ZONE)).toEqual({})
    const after = { ...before, starts: '', name: 'Race One', points: { first: '40', second: '20', third: '10' } }
    expect(patchBody(before, after, ZONE)).toEqual({
      name: 'Race One',
      startTime: null,
      pointsAwarded: { first: 40, second: 20, third: 10 },
    })
  })
  test('resets custom points to those of the category', () => {
    const ownPoints = draftOf(raceReply({ pointsSource: 'session' }), ZONE)
    expect(patchBody(ownPoints, { ...ownPoints, points: null }, ZONE)).toEqual({ pointsAwarded: null })
  })
  test('shows why category, type and points are fixed', () => {
    expect(explainFixed(race)).toBeUndefined()
    expect(explainFixed(raceReply({ locked: true }))).toContain('locked')
    expect(explainFixed(raceReply({ locked: true, resultRevision: 1 }))).toContain('result')
  })
})

test('calls qualifying a session and race 2 a race', () => {
  expect([kindOf({ sessionType: 'qualifying' }), kindOf({ sessionType: 'race2' })]).toEqual(['session', 'race'])
})
