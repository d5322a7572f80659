import { describe, expect, test } from 'vitest'
import { instantOf, lockHint, wallTime } from './wall-time.ts'

describe('a time typed in the zone of the weekend', () => {
  test.each([
    ['Australia/Adelaide', '2026-11-22T09:15', '2026-11-21T22:45:00.000Z'],
    ['Australia/Sydney', '2026-07-18T14:10', '2026-07-18T04:10:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
    ['America/Los_Angeles', '2026-12-31T23:59', '2027-01-01T07:59:00.000Z'],
  ])('is that instant in %s', (timeZone, wall, instant) => {
    expect(instantOf(timeZone, wall)).toBe(instant)
    expect(wallTime(timeZone, instant)).toBe(wall)
  })
  test('does not exist where the clocks are put forward over it', () => {
    expect(instantOf('Australia/Sydney', '2026-10-04T02:30')).toBeUndefined()
    expect(instantOf('Australia/Sydney', '2026-10-04T03:00')).toBe('2026-10-03T16:00:00.000Z')
  })
  test('that comes twice is the first of the two', () => {
    expect(instantOf('Australia/Sydney', '2026-04-05T02:30')).toBe('2026-04-04T15:30:00.000Z')
  })
  test('that is no time is none', () => {
    expect(instantOf('Australia/Sydney', '')).toBeUndefined()
    expect(wallTime('Australia/Sydney', null)).toBe('')
  })
})

test('the hint says the day, and when tips lock in the zone', () => {
  expect(lockHint('Australia/Sydney', '2026-11-21T22:15:00.000Z')).toBe('Sun 22 Nov, 9:15 am. Tips lock 9:13 am AEDT')
})
