import { expect, test } from 'vitest'
import { expectedHeat, zoneOf } from './expected-heat.ts'

const row = (carId: number, position: number | null, overrides: object = {}) => ({
  ...{ carId, position, status: position === null ? 'dnf' : 'classified', laps: 10, bestLapMs: 100_000 },
  ...overrides,
})

test('scores 100 for a win with the fastest lap, and 0 for a start without a lap', () => {
  const scores = expectedHeat([
    [row(1, 1), row(2, 2, { bestLapMs: 103_500 }), row(3, null, { laps: 0, bestLapMs: undefined })],
  ])
  expect(scores.get(1)).toBeCloseTo(100)
  expect(scores.get(2)).toBeCloseTo(30 + 15 + 10)
  expect(scores.get(3)).toBe(0)
})

test('averages the sessions in which a car started', () => {
  const scores = expectedHeat([
    [row(1, 1), row(2, 2)],
    [row(2, 1), row(1, null, { status: 'dns' })],
  ])
  expect(scores.get(1)).toBeCloseTo(100)
  expect(scores.get(2)).toBeCloseTo((40 + 100) / 2)
})

test('scores by position alone if there are no laps and lap times', () => {
  const bare = { laps: undefined, bestLapMs: undefined }
  const scores = expectedHeat([[row(1, 1, bare), row(2, 2, bare), row(3, 3, bare)]])
  expect([...scores.values()]).toEqual([100, 50, 0])
})

test('starts the zones at 80, 60, 40 and 20', () => {
  expect([100, 80, 79.9, 60, 40, 20, 19.9].map(zoneOf)).toEqual([
    'hot',
    'hot',
    'warm',
    'warm',
    'neutral',
    'cool',
    'cold',
  ])
})
