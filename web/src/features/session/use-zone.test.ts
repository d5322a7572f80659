import { expect, test } from 'vitest'
import { formatDayTime } from '../../ui/time/format.ts'
import { zoneFor } from './use-zone.ts'

const TRACK = 'Australia/Sydney'
const perth = (timesIn: 'track' | 'mine' | 'both') => ({ timesIn, timeZone: 'Australia/Perth' })

test('reads times of the track unless the fan chose another zone', () => {
  expect(zoneFor(null, TRACK)).toEqual({ timeZone: TRACK })
  expect(zoneFor(perth('track'), TRACK)).toEqual({ timeZone: TRACK, readerZone: 'Australia/Perth' })
  expect(zoneFor(perth('mine'), TRACK)).toEqual({ timeZone: 'Australia/Perth' })
  expect(zoneFor(perth('both'), TRACK)).toEqual({ timeZone: TRACK, ownZone: 'Australia/Perth' })
})

test('reads times of the track while the fan’s own zone is unknown', () => {
  for (const timesIn of ['track', 'mine', 'both'] as const)
    expect(zoneFor({ timesIn, timeZone: null }, TRACK)).toEqual({ timeZone: TRACK })
})

test('writes the day of the fan’s own zone', () => {
  const start = '2026-11-21T11:30:00Z'
  expect(formatDayTime(start, zoneFor(perth('track'), TRACK))).toBe('Sat 10:30 pm')
  expect(formatDayTime(start, zoneFor({ timesIn: 'mine', timeZone: 'Pacific/Auckland' }, TRACK))).toBe('Sun 12:30 am')
})
