import { expect, test } from 'vitest'
import { anEarlyRace } from '../../test/early-race.ts'
import { raceChanged } from '../weekends/events.ts'
import { resultPublished } from './events.ts'

test('parses a result published before names and cars without a position existed', () => {
  const published = {
    raceId: 1,
    weekendId: 1,
    revision: 1,
    status: 'official',
    reason: null,
    publishedAt: '2026-11-21T05:00:00.000Z',
    firstPublishedAt: '2026-11-21T05:00:00.000Z',
    classification: [{ carId: 7, position: 1, place: 1, status: 'classified' }],
    deleted: false,
  }
  expect(resultPublished.data.parse(published)).toEqual(published)
})

test('reads no reason from a race published before reasons existed', () => {
  expect(raceChanged.data.parse(anEarlyRace())).toMatchObject({
    resultReason: null,
    resultPublishedAt: null,
    resultChangedAt: null,
  })
})
