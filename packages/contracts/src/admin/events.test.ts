import { expect, test } from 'vitest'
import { anEarlyRace } from '../../test/early-race.ts'
import { raceChanged } from '../weekends/events.ts'
import { resultPublished } from './events.ts'

test('a result that was told before it kept names and knew cars without a position still parses', () => {
  const told = {
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
  expect(resultPublished.data.parse(told)).toEqual(told)
})

test('a race that was told before it had a reason has none', () => {
  expect(raceChanged.data.parse(anEarlyRace())).toMatchObject({
    resultReason: null,
    resultPublishedAt: null,
    resultChangedAt: null,
  })
})
