import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { weekendReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { defaultWeekend } from './default-weekend.ts'

const now = Date.parse('2026-11-21T01:00:00.000Z')
const draft = (id: number, startDate: string, overrides: Partial<Weekend> = {}) =>
  weekendReply({ id, startDate, endDate: startDate, isActive: false, ...overrides })
const announced = { isActive: true }

test('returns the current weekend when there is one, whatever other weekend is nearer', () => {
  expect(defaultWeekend([draft(1, '2026-11-21'), draft(2, '2026-12-04', announced)], now)?.id).toBe(2)
  expect(defaultWeekend([draft(1, '2027-02-05', { status: 'live' }), draft(2, '2026-12-04', announced)], now)?.id).toBe(
    1,
  )
})

test('returns the next draft when no weekend is announced', () => {
  const weekends = [draft(1, '2027-02-05'), draft(2, '2026-12-04')]
  expect(defaultWeekend(weekends, now)).toBe(weekends[1])
})

test('returns the weekend that ended last when none is ahead', () => {
  expect(defaultWeekend([draft(1, '2026-03-01'), draft(2, '2026-10-02')], now)?.id).toBe(2)
})

test("uses today's date in the weekend's time zone", () => {
  const perth = draft(1, '2026-11-21', { timeZone: 'Australia/Perth' })
  const sydney = draft(2, '2026-11-21', { timeZone: 'Australia/Sydney' })
  const later = draft(3, '2026-12-04')
  // Sunday 00:30 in Sydney is Saturday 21:30 in Perth.
  const night = Date.parse('2026-11-21T13:30:00.000Z')
  expect(defaultWeekend([perth, later], night)?.id).toBe(1)
  expect(defaultWeekend([draft(3, '2026-12-04', announced), { ...sydney, ...announced }], night)?.id).toBe(3)
})

test('returns null without weekends', () => {
  expect(defaultWeekend([], now)).toBeNull()
})
