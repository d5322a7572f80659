import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { instantOf, occursTwice, wallTime } from './typed-time.ts'

describe.each(['UTC', 'Australia/Sydney', 'America/New_York', 'Pacific/Kiritimati'])('for a reader in %s', (home) => {
  beforeEach(() => {
    vi.stubEnv('TZ', home)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  describe('instantOf', () => {
    test.each([
      ['Australia/Adelaide', '2026-11-22T09:15', '2026-11-21T22:45:00.000Z'],
      ['Australia/Sydney', '2026-07-18T14:10', '2026-07-18T04:10:00.000Z'],
      ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
      ['America/Los_Angeles', '2026-12-31T23:59', '2027-01-01T07:59:00.000Z'],
    ])('returns the instant of a wall time in %s', (timeZone, wall, instant) => {
      expect(instantOf(timeZone, wall)).toBe(instant)
      expect(wallTime(timeZone, instant)).toBe(wall)
    })
    test('returns undefined for a time that the clocks skip', () => {
      expect(instantOf('Australia/Sydney', '2026-10-04T02:30')).toBeUndefined()
      expect(instantOf('Australia/Sydney', '2026-10-04T03:00')).toBe('2026-10-03T16:00:00.000Z')
      expect(instantOf('America/New_York', '2026-03-08T02:30')).toBeUndefined()
    })
    test.each([
      ['Australia/Sydney', '2026-04-05T02:30', '2026-04-04T15:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
      ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ])('returns the first of two for a time that occurs twice in %s', (timeZone, wall, instant) => {
      expect(instantOf(timeZone, wall)).toBe(instant)
      expect(occursTwice(timeZone, wall)).toBe(true)
    })
    test('reports no second occurrence of a time that occurs once', () => {
      for (const wall of ['2026-04-05T01:59', '2026-04-05T03:00', '2026-10-04T02:30', '2026-10-04T03:30', ''])
        expect(occursTwice('Australia/Sydney', wall)).toBe(false)
      expect(occursTwice('Australia/Perth', '2026-04-05T02:30')).toBe(false)
    })
    test('returns undefined for an invalid time', () => {
      expect(instantOf('Australia/Sydney', '')).toBeUndefined()
      expect(instantOf('Australia/Sydney', '2026-11-2')).toBeUndefined()
      expect(wallTime('Australia/Sydney', null)).toBe('')
    })
  })

  describe('wallTime', () => {
    test.each([
      ['Australia/Perth', '2026-10-03T18:30:00Z', '2026-10-04T02:30', 'put forward over it in Sydney that night'],
      ['Pacific/Auckland', '2026-10-03T13:00:00Z', '2026-10-04T02:00', 'put forward over it in Sydney that night'],
      ['Australia/Darwin', '2026-03-08T07:30:00Z', '2026-03-08T17:00', 'put forward over it in New York that night'],
      ['Australia/Sydney', '2026-10-03T15:59:00Z', '2026-10-04T01:59', 'the last minute before they are put forward'],
      ['Australia/Sydney', '2026-10-03T16:00:00Z', '2026-10-04T03:00', 'and the first after it'],
      ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30', 'by half an hour'],
      ['UTC', '2026-10-03T15:30:00Z', '2026-10-03T15:30', 'as it is'],
    ])('in %s at %s is %s (%s)', (timeZone, instant, wall) => {
      expect(wallTime(timeZone, instant)).toBe(wall)
    })
  })
})
