import type { QuietHours } from '@purple-sector/contracts/engagement/http'
import { describe, expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night: QuietHours = { from: '22:00', to: '07:00', timeZone: 'Australia/Sydney' }
const until = (quiet: QuietHours, now: string): string | undefined => quietUntil(quiet, new Date(now))?.toISOString()

describe('quietUntil', () => {
  test('ends quiet hours across midnight in the morning, from evening and from night', () => {
    // 22:30 and 03:00 in Sydney in summer, UTC+11.
    expect(until(night, '2026-11-22T11:30:00Z')).toBe('2026-11-22T20:00:00.000Z')
    expect(until(night, '2026-11-22T16:00:00Z')).toBe('2026-11-22T20:00:00.000Z')
  })
  test('includes the first minute and excludes the last', () => {
    expect(until(night, '2026-11-22T10:59:59.999Z')).toBeUndefined()
    expect(until(night, '2026-11-22T11:00:00Z')).toBe('2026-11-22T20:00:00.000Z')
    expect(until(night, '2026-11-22T19:59:59.999Z')).toBe('2026-11-22T20:00:00.000Z')
    expect(until(night, '2026-11-22T20:00:00Z')).toBeUndefined()
  })
  test('handles quiet hours within a day', () => {
    const nap = { ...night, from: '13:00', to: '14:30' }
    expect(until(nap, '2026-11-22T02:10:20Z')).toBe('2026-11-22T03:30:00.000Z')
    expect(until(nap, '2026-11-22T11:30:00Z')).toBeUndefined()
  })
  test('uses the fan’s time zone, also one with a quarter-hour offset', () => {
    const nepal = { from: '22:00', to: '06:00', timeZone: 'Asia/Kathmandu' }
    expect(until(nepal, '2026-11-22T18:00:00Z')).toBe('2026-11-23T00:15:00.000Z')
  })
  test('shortens quiet hours when clocks go forward', () => {
    // Sydney, 4 October 2026: 02:00 becomes 03:00.
    expect(until(night, '2026-10-03T12:30:00Z')).toBe('2026-10-03T20:00:00.000Z')
  })
  test('lengthens quiet hours when clocks go back', () => {
    // Sydney, 5 April 2026: 03:00 becomes 02:00.
    expect(until(night, '2026-04-04T11:30:00Z')).toBe('2026-04-04T21:00:00.000Z')
  })
  test('ends at the shift when clocks skip the end', () => {
    const early = { ...night, to: '02:30' }
    expect(until(early, '2026-10-03T12:30:00Z')).toBe('2026-10-03T16:00:00.000Z')
  })
  test('ends the first time when the end occurs twice', () => {
    const early = { ...night, to: '02:30' }
    expect(until(early, '2026-04-04T11:30:00Z')).toBe('2026-04-04T15:30:00.000Z')
  })
})
