import { describe, expect, test } from 'vitest'
import { readHeading } from '../timing-formats/page-heading.ts'
import { startInWeekend } from './early-start.ts'

const WEEKEND = { startDate: '2025-06-27', endDate: '2025-06-29', timeZone: 'Australia/Sydney' }

describe('start of a page', () => {
  test.each([
    ['Start Sun Jun 29   15:20', '06-29T15:20'],
    ['                                   Start Sat Nov  1    9:05', '11-01T09:05'],
    ['Race R2   18 Laps   Start Sat Feb 29   10:40', '02-29T10:40'],
  ])('reads a start from “%s”', (line, start) => {
    expect(readHeading(['Scheduled Start 15:30', line])).toMatchObject({ start })
  })

  test.each([
    'Scheduled Start 15:30',
    'Scheduled Start Sun Jun 29 15:30',
    'Start line penalties 105 & 212',
    'Start Sun Jun 31   15:20',
    'Start Sun Jum 29   15:20',
    'Start Sun Jun 29   24:20',
    'Start Sun Jun 29   15:60',
  ])('reads no start from “%s”', (line) => {
    expect(readHeading([line])).not.toHaveProperty('start')
  })

  test('converts a start to an instant by the circuit clock, on a day of the weekend', () => {
    expect(startInWeekend('06-29T15:20', WEEKEND)?.toISOString()).toBe('2025-06-29T05:20:00.000Z')
    expect(startInWeekend('06-30T15:20', WEEKEND)).toBeUndefined()
    const newYear = { startDate: '2025-12-31', endDate: '2026-01-02', timeZone: 'Australia/Perth' }
    expect(startInWeekend('01-01T10:00', newYear)?.toISOString()).toBe('2026-01-01T02:00:00.000Z')
  })

  test('finds a start in a cell of 500,000 characters without delay', () => {
    // CPU time of this thread, which does not grow while a busy machine runs other work.
    const startUsage = process.threadCpuUsage()
    for (const text of ['Start ', ' ', 'Start Sun Jun ', '  Start Sun '])
      readHeading([text.repeat(500_000 / text.length)])
    const { user, system } = process.threadCpuUsage(startUsage)
    expect((user + system) / 1_000).toBeLessThan(500)
  })
})
