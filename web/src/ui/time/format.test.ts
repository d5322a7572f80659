import { describe, expect, test } from 'vitest'
import {
  formatAway,
  formatClosing,
  formatDate,
  formatDay,
  formatDayTime,
  formatDeadline,
  formatGain,
  formatGap,
  formatLap,
  formatNumber,
  formatOwnTime,
  formatPercent,
  formatTime,
  formatTimeWithSeconds,
  formatTipDate,
  formatWeekday,
  formatWhen,
  ordinal,
  plural,
  valueLabel,
} from './format.ts'

const SYDNEY = { timeZone: 'Australia/Sydney' }

test('valueLabel shows a value of the API as words', () => {
  expect(['race1', 'open-face', 'carbon-fiber', 'qualifying', 'racing-stripes'].map(valueLabel)).toEqual([
    'Race 1',
    'Open face',
    'Carbon fibre',
    'Qualifying',
    'Racing stripes',
  ])
})

describe('number formats', () => {
  test('separate thousands by a comma and use a real minus', () => {
    expect(formatNumber(1284)).toBe('1,284')
    expect(formatNumber(-30)).toBe('\u221230')
  })
  test('shows a gap as negative and none for the leader', () => {
    expect(formatGap(6)).toBe('\u22126')
    expect(formatGap(1200)).toBe('\u22121,200')
    expect(formatGap(0)).toBe('–')
    expect(formatGap(null)).toBe('–')
  })
  test('shows a gain with its sign and none for zero', () => {
    expect([50, 0, -30].map(formatGain)).toEqual(['+50', '0', '\u221230'])
  })
  test('shows a lap to ten-thousandths', () => {
    expect(formatLap(80_298.3)).toBe('1:20.2983')
    expect(formatLap(61_005)).toBe('1:01.0050')
    expect(formatLap(59_999.99)).toBe('1:00.0000')
    expect(formatLap(26_118)).toBe('26.1180')
  })
  test('shows a percentage with one decimal at most and no space', () => {
    expect([18.24, 25, 99.96, 0].map(formatPercent)).toEqual(['18.2%', '25%', '100%', '0%'])
  })
  test('shows ordinals as they are spoken', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th'.split(' '),
    )
  })
  test('distinguish singular and plural', () => {
    expect([plural(1, 'tip'), plural(3, 'tip'), plural(1284, 'entry', 'entries')]).toEqual([
      '1 tip',
      '3 tips',
      '1,284 entries',
    ])
  })
})

describe('times in the weekend’s zone', () => {
  test('shows the hour or weekday of a near instant, else its date', () => {
    const now = Date.parse('2026-11-21T05:15:00Z')
    expect(formatWhen('2026-11-21T01:00:00Z', now, SYDNEY)).toBe('12:00 pm')
    expect(formatWhen('2026-11-20T05:00:00Z', now, SYDNEY)).toBe('Fri 4:00 pm')
    expect(formatWhen('2026-11-28T05:00:00Z', now, SYDNEY)).toBe('Sat 28 Nov, 4:00 pm')
    expect(formatWhen('2026-11-07T05:00:00Z', now, SYDNEY)).toBe('Sat 7 Nov, 4:00 pm')
  })
  const start = '2026-11-21T05:15:00Z'
  test('uses twelve hours, in small letters', () => {
    expect(formatTime(start, SYDNEY)).toBe('4:15 pm')
    expect(formatTimeWithSeconds('2026-11-21T04:52:07Z', SYDNEY)).toBe('3:52:07 pm')
    expect(formatTime('2026-11-20T13:05:00Z', SYDNEY)).toBe('12:05 am')
  })
  test('shows the day if it matters', () => {
    expect(formatDayTime(start, SYDNEY)).toBe('Sat 4:15 pm')
    expect(formatWeekday(start, SYDNEY, Date.parse(start))).toBe('Saturday')
    expect(formatWeekday(start, SYDNEY, Date.parse('2026-11-01T00:00:00Z'))).toBe('Sat 21 Nov')
    expect(formatDayTime(start, SYDNEY, Date.parse('2026-11-01T00:00:00Z'))).toBe('Sat 21 Nov, 4:15 pm')
  })
  test('shows the zone of a stated deadline', () => {
    expect(formatDeadline(start, SYDNEY, { withDay: false })).toBe('4:15 pm AEDT')
    expect(formatDeadline(start, SYDNEY, { withDay: true })).toBe('Sat 4:15 pm AEDT')
  })
  test('names the zone of a closing time where the reader’s own clock shows another', () => {
    const now = Date.parse('2026-11-21T00:00:00Z')
    const readBy = (readerZone: string) => ({ ...SYDNEY, readerZone })
    expect(formatClosing(start, SYDNEY, now)).toBe('Sat 4:15 pm')
    expect(formatClosing(start, readBy('Australia/Melbourne'), now)).toBe('Sat 4:15 pm')
    expect(formatClosing(start, readBy('Australia/Perth'), now)).toBe('Sat 4:15 pm AEDT')
    expect(formatClosing(start, readBy('Australia/Perth'), Date.parse('2026-10-01T00:00:00Z'))).toBe(
      'Sat 21 Nov, 4:15 pm AEDT',
    )
  })
  test('shows dates', () => {
    expect(formatDate(start, SYDNEY)).toBe('21 Nov 2026')
    expect(formatTipDate(start, SYDNEY)).toBe('Nov 21, 2026')
    expect(formatDay(start, SYDNEY)).toBe('Sat 21 Nov')
  })
})

describe('times in two zones', () => {
  /** Without the blanks that keep a time in one line. */
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  const both = (ownZone: string, timeZone = 'Australia/Sydney') => ({ timeZone, ownZone })
  const start = '2026-11-21T03:35:00Z'
  test('writes the own time behind that of the track', () => {
    const perth = both('Australia/Perth')
    expect(plain(formatTime(start, perth))).toBe('2:35 pm (Perth 11:35 am)')
    expect(plain(formatDayTime(start, perth))).toBe('Sat 2:35 pm (Perth 11:35 am)')
    expect(plain(formatTimeWithSeconds(start, perth))).toBe('2:35:00 pm (Perth 11:35:00 am)')
    expect(plain(formatDeadline(start, perth, { withDay: true }))).toBe('Sat 2:35 pm AEDT (Perth 11:35 am)')
    expect(plain(formatTime(start, both('America/New_York')))).toBe('2:35 pm (New York Fri 10:35 pm)')
    expect(plain(formatOwnTime(start, perth))).toBe('Perth 11:35 am')
  })
  test('breaks a line only between the two', () => {
    expect(formatTime(start, both('America/New_York')).split(' ')).toEqual([
      '2:35',
      'pm',
      '(New\u00a0York\u00a0Fri\u00a010:35\u00a0pm)',
    ])
  })
  test('leaves out a time that is the same', () => {
    expect(formatTime(start, both('Australia/Melbourne'))).toBe('2:35 pm')
    expect(formatOwnTime(start, both('Australia/Melbourne'))).toBe('')
    expect(formatOwnTime(start, SYDNEY)).toBe('')
  })
  test('follows daylight saving of each zone', () => {
    const brisbane = both('Australia/Brisbane')
    // Sydney's clocks go forward at 2 am on 4 October 2026; Brisbane's never do.
    expect(plain(formatTime('2026-10-03T15:59:00Z', brisbane))).toBe('1:59 am')
    expect(plain(formatTime('2026-10-03T16:00:00Z', brisbane))).toBe('3:00 am (Brisbane 2:00 am)')
    // Lord Howe moves by half an hour.
    expect(plain(formatTime('2026-10-03T15:30:00Z', both('Australia/Lord_Howe')))).toBe('1:30 am (Lord Howe 2:30 am)')
    expect(plain(formatTime('2026-10-03T16:00:00Z', both('Australia/Lord_Howe')))).toBe('3:00 am')
  })
  test('names the day of a zone beyond the date line', () => {
    expect(plain(formatTime('2026-11-21T11:30:00Z', both('Pacific/Kiritimati')))).toBe(
      '10:30 pm (Kiritimati Sun 1:30 am)',
    )
    expect(plain(formatTime('2026-11-21T03:35:00Z', both('Pacific/Pago_Pago')))).toBe('2:35 pm (Pago Pago Fri 4:35 pm)')
  })
})

test('shows how far away an instant is, before and after', () => {
  const formatAwayMinutes = (minutes: number) => formatAway(minutes * 60_000, 0)
  expect([0, 1, 40, 90, 26 * 60, 50 * 60].map(formatAwayMinutes)).toEqual([
    'now',
    'in 1 min',
    'in 40 min',
    'in 1 h',
    'in 1 day',
    'in 2 days',
  ])
  expect([-0.5, -40, -180, -2880].map(formatAwayMinutes)).toEqual(['now', '40 min ago', '3 h ago', '2 days ago'])
})
