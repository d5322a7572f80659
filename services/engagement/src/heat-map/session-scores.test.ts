import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ScoredRow, sessionScores } from './session-scores.ts'

const classified = (place: number, overrides: Partial<ScoredRow> = {}): ScoredRow => ({
  carId: place,
  place,
  status: 'classified',
  ...overrides,
})
const unplaced = (carId: number, status: ScoredRow['status'], overrides: Partial<ScoredRow> = {}): ScoredRow => ({
  carId,
  place: null,
  status,
  ...overrides,
})
const scores = (rows: ScoredRow[]): Record<number, number> =>
  Object.fromEntries([...sessionScores(rows)].map(([carId, score]) => [carId, Math.round(score * 10) / 10]))

const withLap = (bestLapMs: number, laps = 20) => ({ bestLapMs, laps })

test.each<[string, ScoredRow[], Record<number, number>]>([
  [
    '100 for a winner with the fastest lap and the most laps',
    [classified(1, withLap(80_000)), classified(2, withLap(85_600))],
    { 1: 100, 2: 10 },
  ],
  [
    '60 % for position, 30 % for best lap, 10 % for laps',
    [classified(1, withLap(82_800)), classified(2, withLap(80_000, 10)), classified(3, withLap(90_000, 5))],
    { 1: 85, 2: 65, 3: 2.5 },
  ],
  [
    'no deduction for a lap slower than 107 %',
    [classified(1, withLap(80_000)), classified(2, withLap(200_000))],
    { 1: 100, 2: 10 },
  ],
  [
    'position alone if no car has laps or a best lap',
    [classified(1), classified(2), classified(3)],
    { 1: 100, 2: 50, 3: 0 },
  ],
  [
    'position and best lap, scaled to 100, if no car has laps, as in qualifying',
    [classified(1, { bestLapMs: 80_000 }), classified(2, { bestLapMs: 85_600 })],
    { 1: 100, 2: 0 },
  ],
  [
    'position and laps, scaled to 100, if no car has a best lap',
    [classified(1, { laps: 20 }), classified(2, { laps: 20 })],
    { 1: 100, 2: 14.3 },
  ],
  [
    'nothing for the best lap of the only car without one',
    [classified(1, { laps: 20 }), classified(2, withLap(80_000))],
    { 1: 70, 2: 40 },
  ],
  [
    'nothing for the laps of the only car without them',
    [classified(1, { bestLapMs: 80_000 }), classified(2, withLap(80_000))],
    { 1: 90, 2: 40 },
  ],
  ['a single car as the winner', [classified(1, withLap(80_000))], { 1: 100 }],
  [
    'best lap and laps of retired and unclassified cars',
    [classified(1, withLap(80_000)), unplaced(2, 'dnf', withLap(80_000, 10)), unplaced(3, 'nc', withLap(85_600, 12))],
    { 1: 100, 2: 35, 3: 6 },
  ],
  ['the field without cars that did not start', [classified(1), classified(2), unplaced(3, 'dns')], { 1: 100, 2: 0 }],
  [
    '0 for disqualified cars, which are excluded from the comparison',
    [classified(1, withLap(80_000)), unplaced(2, 'dsq', withLap(70_000, 40))],
    { 1: 100, 2: 0 },
  ],
  ['0 for all cars if none finished or drove a lap', [unplaced(1, 'dnf'), unplaced(2, 'dnf')], { 1: 0, 2: 0 }],
  ['no car if none started', [unplaced(1, 'dns')], {}],
  ['no car of an empty list', [], {}],
])('scores %s', (_, rows, expected) => {
  expect(scores(rows)).toEqual(expected)
})

/** A valid result: classified rows first, with places, then the others. */
const result = fc
  .uniqueArray(
    fc.record({
      carId: fc.integer({ min: 1, max: 500 }),
      status: fc.constantFrom<ScoredRow['status']>('classified', 'classified', 'classified', 'nc', 'dnf', 'dns', 'dsq'),
      laps: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
      bestLapMs: fc.option(fc.integer({ min: 1, max: 86_400_000 }), { nil: undefined }),
    }),
    { selector: ({ carId }) => carId, maxLength: 40 },
  )
  .map((rows) => {
    const [finished, unclassified] = [
      rows.filter(({ status }) => status === 'classified'),
      rows.filter(({ status }) => status !== 'classified'),
    ]
    const row = ({ laps, bestLapMs, ...fields }: (typeof rows)[number], place: number | null): ScoredRow => ({
      ...fields,
      place,
      ...(laps !== undefined && { laps }),
      ...(bestLapMs !== undefined && { bestLapMs }),
    })
    return [
      ...finished.map((fields, index) => row(fields, index + 1)),
      ...unclassified.map((fields) => row(fields, null)),
    ]
  })

describe('sessionScores for any result', () => {
  test('scores every started car between 0 and 100', () => {
    fc.assert(
      fc.property(result, (rows) => {
        const scored = sessionScores(rows)
        for (const score of scored.values()) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100 + 1e-9)
        }
        const started = rows.filter(({ status }) => status !== 'dns').map(({ carId }) => carId)
        expect([...scored.keys()]).toEqual(started)
      }),
    )
  })

  test('never lowers a score for a better place, a faster lap or more laps', () => {
    fc.assert(
      fc.property(result, (rows) => {
        const scored = sessionScores(rows)
        const finished = rows.filter(({ status }) => status === 'classified')
        for (const better of finished)
          for (const worse of finished) {
            const isBetter =
              (better.place ?? 0) <= (worse.place ?? 0) &&
              (better.bestLapMs ?? Number.POSITIVE_INFINITY) <= (worse.bestLapMs ?? Number.POSITIVE_INFINITY) &&
              (better.laps ?? 0) >= (worse.laps ?? 0)
            if (isBetter)
              expect((scored.get(better.carId) ?? 0) + 1e-9).toBeGreaterThanOrEqual(scored.get(worse.carId) ?? 0)
          }
      }),
    )
  })

  test('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(result, (rows) => {
        const backwards = sessionScores([...rows].reverse())
        for (const [carId, score] of sessionScores(rows)) expect(backwards.get(carId)).toBeCloseTo(score, 9)
      }),
    )
  })
})
