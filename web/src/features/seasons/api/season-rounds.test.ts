import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  isJokerLocked,
  isNear,
  isPast,
  jokerLocksAt,
  type SeasonRound,
  takesTips,
  timeToRound,
} from './season-rounds.ts'

const NOW = Date.parse('2026-11-18T00:00:00.000Z')

const roundOf = (overrides: Parameters<typeof weekendReply>[0] = {}): SeasonRound => ({
  weekendId: 1,
  round: 1,
  multiplier: 1,
  weekend: weekendReply(overrides),
})
const race = (overrides: Parameters<typeof raceReply>[0]) =>
  raceReply({ deadline: '2026-11-20T03:58:00.000Z', status: 'upcoming', locked: false, ...overrides })

describe('isJokerLocked', () => {
  test.each([
    ['a locked race', { locked: true }, true],
    ['a running race', { status: 'running' as const }, true],
    ['a deadline that has passed', { deadline: '2026-11-17T23:59:00.000Z' }, true],
    ['an open race', {}, false],
    ['a race without a time', { deadline: null }, false],
    ['a locked practice session', { locked: true, sessionType: 'practice' as const }, false],
  ])('judges a round by %s', (_, overrides, locked) => {
    expect(isJokerLocked(roundOf(), [race(overrides)], NOW)).toBe(locked)
  })

  test('is true of a completed round, and false of one whose races are unknown', () => {
    expect(isJokerLocked(roundOf({ status: 'completed' }), [], NOW)).toBe(true)
    expect(isJokerLocked(roundOf(), undefined, NOW)).toBe(false)
  })
})

test('jokerLocksAt returns the first deadline of a race other than practice', () => {
  const races = [
    race({ deadline: '2026-11-21T03:58:00.000Z' }),
    race({ deadline: '2026-11-20T03:58:00.000Z' }),
    race({ deadline: '2026-11-19T03:58:00.000Z', sessionType: 'practice' }),
    race({ deadline: null }),
  ]
  expect(jokerLocksAt(races)).toBe('2026-11-20T03:58:00.000Z')
  expect(jokerLocksAt([])).toBeUndefined()
})

test('isNear is true of rounds within two weeks, and not of later and completed ones', () => {
  expect(isNear(roundOf(), NOW)).toBe(true)
  expect(isNear(roundOf({ startDate: '2026-12-25' }), NOW)).toBe(false)
  expect(isNear(roundOf({ status: 'completed' }), NOW)).toBe(false)
})

test('isPast is true once the last day is over by the clocks of the round', () => {
  expect(isPast(roundOf({ endDate: '2026-11-22' }), Date.parse('2026-11-22T13:00:00.000Z'))).toBe(false)
  expect(isPast(roundOf({ endDate: '2026-11-22' }), Date.parse('2026-11-22T13:31:00.000Z'))).toBe(true)
})

describe('timeToRound', () => {
  test.each([
    ['days, by the clocks of the round', '2026-11-18T00:00:00.000Z', 'in 2 days'],
    ['tomorrow', '2026-11-18T13:31:00.000Z', 'tomorrow'],
    ['on now', '2026-11-20T13:00:00.000Z', 'on now'],
    ['awaiting results', '2026-11-24T00:00:00.000Z', 'awaiting results'],
  ])('says %s', (_, now, text) => {
    expect(timeToRound(roundOf(), undefined, Date.parse(now))).toBe(text)
  })

  test('counts to the first session on the day before', () => {
    const races = [race({ scheduledStart: '2026-11-20T04:00:00.000Z' })]
    expect(timeToRound(roundOf(), races, Date.parse('2026-11-20T01:00:00.000Z'))).toBe('in 3 h')
  })

  test.each([
    ['on now', '2026-11-20T01:00:00.000Z'],
    ['on now', '2026-11-18T00:00:00.000Z'],
    ['awaiting results', '2026-11-24T00:00:00.000Z'],
  ])('says %s from the first session on, whatever its time', (text, now) => {
    const races = [race({ scheduledStart: '2026-11-20T20:00:00.000Z', status: 'running' })]
    expect(timeToRound(roundOf(), races, Date.parse(now))).toBe(text)
  })
})

describe('takesTips', () => {
  const near = (races: ReturnType<typeof race>[] | undefined) => ({ races, isKnown: true, now: NOW })
  test.each([
    ['a race is open', near([race({}), race({ locked: true })]), true],
    ['all races have locked', near([race({ locked: true }), race({ deadline: '2026-11-17T23:59:00.000Z' })]), false],
    ['only practice is open', near([race({ sessionType: 'practice' })]), false],
    ['its races are being read', near(undefined), false],
    ['it is so far ahead that its races are not read', { races: undefined, isKnown: false, now: NOW }, true],
  ])('judges an announced round of which %s', (_, known, isOpen) => {
    expect(takesTips(roundOf({ isActive: true }), known)).toBe(isOpen)
    expect(takesTips(roundOf({ isActive: false }), known)).toBe(false)
    expect(takesTips(roundOf({ isActive: true, status: 'completed' }), known)).toBe(false)
  })
})
