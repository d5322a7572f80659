import { describe, expect, test } from 'vitest'
import { calendarChanges, type RaceContent } from './calendar.ts'
import { type CalendarEntry, isListed } from './calendar-entry.ts'

const weekend = { venue: 'Mount Panorama' }
const race = {
  id: 7,
  name: 'Race 1',
  category: 'Supercars',
  startsAt: new Date('2030-10-10T02:00:00Z'),
  resultStatus: null,
}
const now = new Date('2030-10-01T00:00:00Z')
const changeTime = new Date('2030-10-02T00:00:00Z')
const changesOf = (
  entries: CalendarEntry<RaceContent>[],
  races: (typeof race | object)[],
  at = now,
  overrides: object = {},
) => calendarChanges({ ...weekend, ...overrides }, { entries, races: races as (typeof race)[], now: at })
const content = {
  title: 'Supercars: Race 1',
  location: 'Mount Panorama',
  startsAt: '2030-10-10T02:00:00.000Z',
  isCancelled: false,
}
const entry: CalendarEntry<RaceContent> = { id: 7, sequence: 0, content, changedAt: now }

describe('calendarChanges', () => {
  test('adds a race with a time and omits one without', () => {
    expect(changesOf([], [race, { ...race, id: 8, startsAt: null }])).toEqual([entry])
  })
  test('ignores changes that calendars do not show', () => {
    expect(
      changesOf([entry], [{ ...race, description: 'Now with rain', resultStatus: 'official' }], changeTime),
    ).toEqual([])
  })
  test.each([
    ['time', { startsAt: new Date('2030-10-10T03:00:00Z') }, {}, { startsAt: '2030-10-10T03:00:00.000Z' }],
    ['name', { name: 'Race 2' }, {}, { title: 'Supercars: Race 2' }],
    ['category', { category: 'GR Cup' }, {}, { title: 'GR Cup: Race 1' }],
    ['venue', {}, { venue: 'Bathurst' }, { location: 'Bathurst' }],
    ['abandonment', { resultStatus: 'cancelled' }, {}, { isCancelled: true }],
    ['lost time', { startsAt: null }, {}, { isCancelled: true }],
  ])('counts a changed %s as one change', (_, ofRace, ofWeekend, expectedContent) => {
    const next = { id: 7, sequence: 1, content: { ...content, ...expectedContent }, changedAt: changeTime }
    expect(changesOf([entry], [{ ...race, ...ofRace }], changeTime, ofWeekend)).toEqual([next])
  })
  test('cancels a deleted race once and lists it for a month', () => {
    const [cancelled] = changesOf([entry], [], changeTime)
    expect(cancelled).toEqual({
      id: 7,
      sequence: 1,
      content: { ...content, isCancelled: true },
      changedAt: changeTime,
    })
    if (!cancelled) return
    expect(changesOf([cancelled], [], new Date('2030-10-03T00:00:00Z'))).toEqual([])
    expect(isListed(cancelled, new Date('2030-10-31T00:00:00Z'))).toBe(true)
    expect(isListed(cancelled, new Date('2030-11-02T00:00:00Z'))).toBe(false)
  })
  test('restores a race with a new time under a higher sequence', () => {
    const [cancelled] = changesOf([entry], [{ ...race, startsAt: null }], changeTime)
    expect(cancelled && changesOf([cancelled], [race], changeTime)).toEqual([
      { id: 7, sequence: 2, content, changedAt: changeTime },
    ])
  })
  test('omits a race that was abandoned before it was listed', () => {
    expect(changesOf([], [{ ...race, resultStatus: 'cancelled' }])).toEqual([])
  })
})
