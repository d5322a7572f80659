import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ScoredRow, sessionScores } from './session-scores.ts'

const classified = (place: number, over: Partial<ScoredRow> = {}): ScoredRow => ({
  carId: place,
  place,
  status: 'classified',
  ...over,
})
const out = (carId: number, status: ScoredRow['status'], over: Partial<ScoredRow> = {}): ScoredRow => ({
  carId,
  place: null,
  status,
  ...over,
})
const scores = (rows: ScoredRow[]): Record<number, number> =>
  Object.fromEntries([...sessionScores(rows)].map(([carId, score]) => [carId, Math.round(score * 10) / 10]))

const lap = (bestLapMs: number, laps = 20) => ({ bestLapMs, laps })

test.each<[string, ScoredRow[], Record<number, number>]>([
  [
    'the winner with the fastest lap of a full distance has all',
    [classified(1, lap(80_000)), classified(2, lap(85_600))],
    { 1: 100, 2: 10 },
  ],
  [
    'position 60, best lap 30, laps 10',
    [classified(1, lap(82_800)), classified(2, lap(80_000, 10)), classified(3, lap(90_000, 5))],
    { 1: 85, 2: 65, 3: 2.5 },
  ],
  [
    'a lap slower than 107 % takes nothing away',
    [classified(1, lap(80_000)), classified(2, lap(200_000))],
    { 1: 100, 2: 10 },
  ],
  [
    'a mere order is measured by positions alone',
    [classified(1), classified(2), classified(3)],
    { 1: 100, 2: 50, 3: 0 },
  ],
  [
    'without laps of any car, as in qualifying, position and best lap make up the hundred',
    [classified(1, { bestLapMs: 80_000 }), classified(2, { bestLapMs: 85_600 })],
    { 1: 100, 2: 0 },
  ],
  [
    'without a best lap of any car, position and laps do',
    [classified(1, { laps: 20 }), classified(2, { laps: 20 })],
    { 1: 100, 2: 14.3 },
  ],
  [
    'who alone has no best lap has nothing of that part',
    [classified(1, { laps: 20 }), classified(2, lap(80_000))],
    { 1: 70, 2: 40 },
  ],
  [
    'who alone has no laps has nothing of that part',
    [classified(1, { bestLapMs: 80_000 }), classified(2, lap(80_000))],
    { 1: 90, 2: 40 },
  ],
  ['a car alone is the winner', [classified(1, lap(80_000))], { 1: 100 }],
  [
    'who retired or was not classified has what they drove',
    [classified(1, lap(80_000)), out(2, 'dnf', lap(80_000, 10)), out(3, 'nc', lap(85_600, 12))],
    { 1: 100, 2: 35, 3: 6 },
  ],
  ['a car that did not start is not in the field', [classified(1), classified(2), out(3, 'dns')], { 1: 100, 2: 0 }],
  [
    'disqualified cars score 0 and are excluded from the comparison',
    [classified(1, lap(80_000)), out(2, 'dsq', lap(70_000, 40))],
    { 1: 100, 2: 0 },
  ],
  ['no car finished or drove a lap', [out(1, 'dnf'), out(2, 'dnf')], { 1: 0, 2: 0 }],
  ['no car started', [out(1, 'dns')], {}],
  ['an empty list', [], {}],
])('scores: %s', (_, rows, expected) => {
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
    const [finished, others] = [
      rows.filter(({ status }) => status === 'classified'),
      rows.filter(({ status }) => status !== 'classified'),
    ]
    const row = ({ laps, bestLapMs, ...known }: (typeof rows)[number], place: number | null): ScoredRow => ({
      ...known,
      place,
      ...(laps !== undefined && { laps }),
      ...(bestLapMs !== undefined && { bestLapMs }),
    })
    return [...finished.map((known, index) => row(known, index + 1)), ...others.map((known) => row(known, null))]
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
