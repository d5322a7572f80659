import { describe, expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const [ADELAIDE, PERTH] = ['Australia/Adelaide', 'Australia/Perth']
const daysOf = (...lines: string[]) => {
  const [read] = readEvents(calendar(...event(...lines)), 10)
  return [read?.start, read?.end]
}

describe('events of a calendar', () => {
  test.each([
    [
      'all-day events end before their DTEND',
      ['DTSTART;VALUE=DATE:20260220', 'DTEND;VALUE=DATE:20260223'],
      '2026-02-22',
    ],
    ['an all-day event without an end takes one day', ['DTSTART;VALUE=DATE:20260220'], '2026-02-20'],
    ['a day needs no type', ['DTSTART:20260220', 'dtend:20260223'], '2026-02-22'],
    ['a duration is the distance to the end', ['DTSTART;VALUE=DATE:20260220', 'DURATION:P3D'], '2026-02-22'],
    ['an end at midnight is on the day before', ['DTSTART:20260220T090000', 'DTEND:20260223T000000'], '2026-02-22'],
    ['an end in the day is on that day', ['DTSTART:20260220T090000', 'DTEND:20260222T170000'], '2026-02-22'],
    ['an end before the start stays', ['DTSTART;VALUE=DATE:20260220', 'DTEND;VALUE=DATE:20260210'], '2026-02-10'],
  ])('%s', (_, lines, end) => {
    expect(daysOf(...lines)).toEqual(['2026-02-20', end])
  })
  test('keep instants for times in UTC, and the last moment as their end', () => {
    expect(daysOf('DTSTART:20260219T230000Z', 'DTEND:20260222T130000Z')).toEqual([
      '2026-02-19T23:00:00Z',
      '2026-02-22T12:59:59Z',
    ])
  })
  test('keep a day that does not exist as written', () => {
    expect(daysOf('DTSTART;VALUE=DATE:20260231', 'DTEND;VALUE=DATE:20260301')[0]).toBe('2026-02-31')
    expect(daysOf('DTSTART;VALUE=DATE:20260220', 'DTEND;VALUE=DATE:20261341')[1]).toBe('2026-13-41')
  })
  test('keep a duration that is longer than any weekend as written', () => {
    const [start, end] = daysOf('DTSTART;VALUE=DATE:20260220', 'DURATION:P99999999999D')
    expect([start, end]).toEqual(['2026-02-20', 'P99999999999D'])
  })
  test.each([
    ['start', ['DTSTART;VALUE=DATE:soon', 'DTEND;VALUE=DATE:20260223'], null, ['start']],
    ['start and end', ['DTSTART:2026-02-20', 'DTEND:soon'], null, ['start', 'end']],
    ['end', ['DTSTART;VALUE=DATE:20260220', 'DTEND;VALUE=DATE:2026'], '2026-02-20', ['end']],
    ['duration', ['DTSTART;VALUE=DATE:20260220', 'DURATION:3 days'], '2026-02-20', ['end']],
  ])('say that their %s cannot be read, and those beside them are read', (_, lines, start, unreadable) => {
    const read = readEvents(calendar(...event(...lines), ...event('DTSTART;TZID=Perth:20260301T080000')), 10)
    expect(read).toMatchObject([
      { row: 1, start, end: null, unreadable },
      { row: 2, start: '2026-03-01', end: '2026-03-01', unreadable: [] },
    ])
  })
  test('have the zone of their times, else that of the calendar, unless that is UTC', () => {
    const zones = (zone: string) =>
      readEvents(
        calendar(
          `X-WR-TIMEZONE:${zone}`,
          ...event(`DTSTART;TZID=${ADELAIDE}:20260220T090000`),
          ...event('DTSTART:20260220T090000Z'),
        ),
        10,
      ).map(({ timeZone }) => timeZone)
    expect(zones(PERTH)).toEqual([ADELAIDE, PERTH])
    expect(zones('UTC')).toEqual([ADELAIDE, null])
  })
  test('join folded lines and read escaped texts', () => {
    const lines = event(
      'DTSTART;VALUE=DATE:20260220',
      'SUMMARY:Sydney\\, of a lo',
      ' ng name',
      'LOCATION:Oran Park\\;\\nNSW',
    )
    expect(readEvents(calendar(...lines), 10)).toMatchObject([
      { summary: 'Sydney, of a long name', location: 'Oran Park;\nNSW' },
    ])
  })
  test('say that they are cancelled or repeat', () => {
    const lines = [...event('DTSTART;VALUE=DATE:20260220', 'STATUS:CANCELLED'), ...event('RRULE:FREQ=YEARLY')]
    expect(readEvents(calendar(...lines), 10)).toMatchObject([
      { row: 1, isCancelled: true, repeats: false },
      { row: 2, isCancelled: false, repeats: true, start: null, end: null },
    ])
  })
  test.each([
    ['an unknown frequency', ['RRULE:FREQ=SOMETIMES']],
    ['a day that is none', ['RRULE:FREQ=WEEKLY;BYDAY=XX']],
    ['a type, and several lines', ['RRULE;VALUE=RECUR:FREQ=YEARLY;COU', ' NT=often']],
    ['no value', ['RRULE:']],
  ])('repeat with a rule of %s, and the events beside them are read', (_, rule) => {
    const lines = [
      ...event('SUMMARY:A', 'DTSTART;VALUE=DATE:20260220', ...rule, 'LOCATION:Sandown'),
      ...event('SUMMARY:B', 'DTSTART;VALUE=DATE:20260320'),
    ]
    expect(readEvents(calendar(...lines), 10)).toMatchObject([
      { summary: 'A', location: 'Sandown', start: '2026-02-20', repeats: true },
      { summary: 'B', start: '2026-03-20', repeats: false },
    ])
  })
  test('are read with the rules of the time zones that the file defines', () => {
    const part = (name: string, from: string, to: string) => [
      ...[`BEGIN:${name}`, 'DTSTART:20080406T030000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
      ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4', `END:${name}`],
    ]
    const zone = ['BEGIN:VTIMEZONE', 'TZID:X', ...part('STANDARD', '+1100', '+1000'), 'END:VTIMEZONE']
    const lines = event('RRULE:?', 'DTSTART;TZID=X:20260220T090000', 'DTEND;TZID=X:20260222T170000')
    expect(readEvents(calendar(...zone, ...lines), 10)).toMatchObject([
      { start: '2026-02-20', end: '2026-02-22', repeats: true },
    ])
  })
  test('are read from several calendars in one file', () => {
    const one = calendar(...event('SUMMARY:One'))
    expect(readEvents(`\uFEFF${one}\r\n${one.replace('One', 'Two')}`, 10)).toMatchObject([
      { row: 1, summary: 'One' },
      { row: 2, summary: 'Two' },
    ])
  })
  test.each([
    ['is cut off', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x'],
    ['has a line without a value', calendar('BEGIN')],
  ])('reject a file that %s', (_, text) => {
    expect(() => readEvents(text, 10)).toThrow('The calendar is damaged: it cannot be read.')
  })
  test('reject more events than are asked for', () => {
    expect(() => readEvents(calendar(...event('SUMMARY:1'), ...event('SUMMARY:2')), 1)).toThrow('more than 1 events')
  })
})
