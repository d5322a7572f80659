import { expect, test } from 'vitest'
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
  const told = {
    id: 1,
    weekendId: 1,
    name: 'Race 1',
    category: 'Repco Supercars Championship',
    sessionType: 'race1',
    raceNumber: 1,
    status: 'completed',
    startTime: null,
    scheduledTime: null,
    scheduledStart: null,
    deadline: null,
    description: '',
    distance: 'TBD',
    track: 'TBD',
    pointsAwarded: { first: 50, second: 25, third: 15 },
    pointsSource: 'category',
    categoryImage: null,
    completedAt: '2026-11-21T05:00:00.000Z',
    resultRevision: 1,
    resultStatus: 'official',
    reopened: 0,
    deleted: false,
  }
  expect(raceChanged.data.parse(told)).toMatchObject({ resultReason: null, resultPublishedAt: null })
})
