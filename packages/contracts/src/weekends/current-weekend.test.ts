import { describe, expect, test } from 'vitest'
import { currentWeekend } from './current-weekend.ts'

type Candidate = Parameters<typeof currentWeekend>[0][number] & { timeZone: string }

const weekend = (id: number, startDate: string, endDate: string, over: Partial<Candidate> = {}): Candidate => ({
  id,
  startDate,
  endDate,
  timeZone: 'Australia/Sydney',
  status: 'inactive',
  isActive: true,
  ...over,
})
const noon = (day: string) => new Date(`${day}T01:00:00Z`) // midday in Sydney
const dayIn = (timeZone: string, now: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
const chosen = (weekends: Candidate[], now: Date) =>
  currentWeekend(weekends, ({ timeZone }) => dayIn(timeZone, now))?.id

describe('the current weekend', () => {
  const past = weekend(1, '2026-10-02', '2026-10-04')
  const running = weekend(2, '2026-11-20', '2026-11-22')
  const next = weekend(3, '2026-12-04', '2026-12-06')

  test('is the live one, whatever its dates and status', () => {
    const live = weekend(4, '2027-02-01', '2027-02-02', { status: 'live', isActive: false })
    expect(chosen([past, running, next, live], noon('2026-11-21'))).toBe(4)
  })
  test('is the active one that runs today', () => {
    expect(chosen([past, next, running], noon('2026-11-21'))).toBe(2)
    expect(chosen([past, next, running], noon('2026-11-22'))).toBe(2)
  })
  test('is the active one that starts next', () => {
    expect(chosen([past, next, running], noon('2026-11-23'))).toBe(3)
    expect(chosen([next, weekend(5, '2026-12-01', '2026-12-02')], noon('2026-11-23'))).toBe(5)
  })
  test('ignores weekends that are not announced', () => {
    expect(chosen([past, weekend(6, '2026-11-20', '2026-11-22', { isActive: false })], noon('2026-11-21'))).toBe(1)
  })
  test('is the one that ended last when nothing is ahead', () => {
    const longGone = weekend(7, '2026-03-01', '2026-03-02', { status: 'completed' })
    expect(chosen([past, longGone], noon('2026-11-21'))).toBe(1)
  })
  test('is none when only drafts lie ahead', () => {
    expect(chosen([weekend(8, '2026-12-04', '2026-12-06', { isActive: false })], noon('2026-11-21'))).toBeUndefined()
    expect(chosen([], noon('2026-11-21'))).toBeUndefined()
  })
  test('uses the day in the zone of the weekend', () => {
    const perth = weekend(9, '2026-11-21', '2026-11-21', { timeZone: 'Australia/Perth' })
    const sydney = weekend(10, '2026-11-22', '2026-11-22')
    // Sunday 00:30 in Sydney is still Saturday 21:30 in Perth.
    const now = new Date('2026-11-21T13:30:00Z')
    expect(chosen([sydney, perth], now)).toBe(9)
    expect(chosen([sydney], now)).toBe(10)
  })
})
