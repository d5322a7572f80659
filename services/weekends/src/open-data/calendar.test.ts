import { describe, expect, test } from 'vitest'
import { type CalendarEntry, followRaces, isStillTold } from './calendar.ts'

const weekend = { venue: 'Mount Panorama' }
const race = {
  id: 7,
  name: 'Race 1',
  category: 'Supercars',
  startsAt: new Date('2030-10-10T02:00:00Z'),
  resultStatus: null,
}
const now = new Date('2030-10-01T00:00:00Z')
const later = new Date('2030-10-02T00:00:00Z')
const follow = (entries: CalendarEntry[], races: (typeof race | object)[], at = now, over: object = {}) =>
  followRaces({ ...weekend, ...over }, { entries, races: races as (typeof race)[], now: at })
const shown = {
  title: 'Supercars: Race 1',
  location: 'Mount Panorama',
  startsAt: '2030-10-10T02:00:00.000Z',
  isCancelled: false,
}
const entry: CalendarEntry = { raceId: 7, sequence: 0, shown, changedAt: now }

describe('what calendars are shown of races', () => {
  test('a race with a time is entered, one without is left out', () => {
    expect(follow([], [race, { ...race, id: 8, startsAt: null }])).toEqual([entry])
  })
  test('what calendars do not show changes nothing', () => {
    expect(follow([entry], [{ ...race, description: 'Now with rain', resultStatus: 'official' }], later)).toEqual([])
  })
  test.each([
    ['time', { startsAt: new Date('2030-10-10T03:00:00Z') }, {}, { startsAt: '2030-10-10T03:00:00.000Z' }],
    ['name', { name: 'Race 2' }, {}, { title: 'Supercars: Race 2' }],
    ['category', { category: 'GR Cup' }, {}, { title: 'GR Cup: Race 1' }],
    ['venue', {}, { venue: 'Bathurst' }, { location: 'Bathurst' }],
    ['abandonment', { resultStatus: 'cancelled' }, {}, { isCancelled: true }],
    ['lost time', { startsAt: null }, {}, { isCancelled: true }],
  ])('another %s is one change', (_, ofRace, ofWeekend, seen) => {
    const next = { raceId: 7, sequence: 1, shown: { ...shown, ...seen }, changedAt: later }
    expect(follow([entry], [{ ...race, ...ofRace }], later, ofWeekend)).toEqual([next])
  })
  test('a race that is gone is cancelled, once, and for a month', () => {
    const [gone] = follow([entry], [], later)
    expect(gone).toEqual({ raceId: 7, sequence: 1, shown: { ...shown, isCancelled: true }, changedAt: later })
    if (!gone) return
    expect(follow([gone], [], new Date('2030-10-03T00:00:00Z'))).toEqual([])
    expect(isStillTold(gone, new Date('2030-10-31T00:00:00Z'))).toBe(true)
    expect(isStillTold(gone, new Date('2030-11-02T00:00:00Z'))).toBe(false)
  })
  test('a race that has a time again comes back with a higher sequence', () => {
    const [gone] = follow([entry], [{ ...race, startsAt: null }], later)
    expect(gone && follow([gone], [race], later)).toEqual([{ raceId: 7, sequence: 2, shown, changedAt: later }])
  })
  test('one that was abandoned before anybody saw it is left out', () => {
    expect(follow([], [{ ...race, resultStatus: 'cancelled' }])).toEqual([])
  })
})
