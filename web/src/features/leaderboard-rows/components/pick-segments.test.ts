import { raceReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { countRaces, describePicks, pickSegments } from './pick-segments.ts'

test('counts races that award points, and scored ones, without cancelled races', () => {
  const races = [
    raceReply({ id: 1, sessionType: 'practice', resultStatus: 'official' }),
    raceReply({ id: 2, sessionType: 'qualifying', resultStatus: 'provisional' }),
    raceReply({ id: 3, resultStatus: 'cancelled' }),
    raceReply({ id: 4 }),
  ]
  expect(countRaces(races)).toEqual({ scored: 1, counting: 2 })
})

test('returns one segment per scored race, best first, then upcoming races', () => {
  const picks = { first: 2, second: 1, third: 1 }
  expect(pickSegments(picks, { scored: 5, counting: 7 })).toEqual([
    'purple',
    'purple',
    'green',
    'grey',
    'past',
    'open',
    'open',
  ])
  expect(describePicks(picks, { scored: 5, counting: 7 })).toBe('2 winners, 1 second, 1 third of 5 sessions')
})

test('shows upcoming races only while there is room, scored ones always', () => {
  const noPicks = { first: 0, second: 0, third: 0 }
  expect(pickSegments(noPicks, { scored: 11, counting: 24 })).toHaveLength(12)
  expect(pickSegments(noPicks, { scored: 20, counting: 24 })).toHaveLength(20)
  expect(pickSegments(noPicks, { scored: 0, counting: 0 })).toEqual([])
})

test('shows picks that are a result ahead of the races', () => {
  expect(pickSegments({ first: 3, second: 0, third: 0 }, { scored: 2, counting: 3 })).toEqual([
    'purple',
    'purple',
    'purple',
  ])
})
