import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CompetitionRound, countRounds, isCounted, NO_TIP, type OwnRound, scoreOf } from './season-points.ts'

const round = fc.record({
  multiplier: fc.constantFrom(1 as const, 1.5 as const, 2 as const, 3 as const),
  startDate: fc.constantFrom('2026-03-01', '2026-03-08', '2026-03-15'),
  isCompleted: fc.boolean(),
  hasResult: fc.boolean(),
  missedPoints: fc.nat({ max: 40 }),
})
const own = fc.record({
  points: fc.option(fc.nat({ max: 60 })),
  isFirst: fc.boolean(),
  hasJoker: fc.boolean(),
  isBeforeJoining: fc.boolean(),
})
const season = fc.record({
  rounds: fc.array(fc.tuple(round, own), { maxLength: 7 }),
  countBest: fc.option(fc.integer({ min: 1, max: 8 })),
})

/** All ways to choose `size` of the values. */
const choices = <Value>(values: readonly Value[], size: number): Value[][] => {
  if (size === 0) return [[]]
  return values.flatMap((value, index) => choices(values.slice(index + 1), size - 1).map((rest) => [value, ...rest]))
}
/** In quarters, so that nothing is rounded before the end. */
const worth = (points: number, multiplier: number, doubles: boolean): number =>
  Math.floor((points * multiplier * 4 * (doubles ? 2 : 1) + 2) / 4)

test('the total is the best that any choice of so many rounds gives, and of equal choices the one with the earlier rounds', () => {
  fc.assert(
    fc.property(season, ({ rounds: generated, countBest }) => {
      const rounds = generated.map(
        ([fields], place): CompetitionRound => ({ weekendId: place, round: place + 1, ...fields }),
      )
      const owns = generated.map(([, fields]): OwnRound => ({ ...NO_TIP, ...fields }))
      const hasTip = owns.some(({ points, isBeforeJoining }) => points !== null && !isBeforeJoining)
      const valued = generated.flatMap(([fields, { points, hasJoker, isBeforeJoining }], place) => {
        if (!fields.hasResult || isBeforeJoining) return []
        const key = `${fields.startDate} ${place}`
        if (points !== null) return [{ place, key, value: worth(points, fields.multiplier, hasJoker) }]
        return fields.isCompleted && hasTip
          ? [{ place, key, value: worth(fields.missedPoints, fields.multiplier, false) }]
          : []
      })
      const sumOf = (choice: typeof valued) => choice.reduce((sum, { value }) => sum + value, 0)
      const keyOf = (choice: typeof valued) =>
        choice
          .map(({ key }) => key)
          .sort()
          .join()
      const [best = []] = choices(valued, Math.min(countBest ?? valued.length, valued.length)).sort(
        (a, b) => sumOf(b) - sumOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1),
      )
      const counted = countRounds({ countBest }, rounds, owns)
      expect(scoreOf(counted).totalPoints).toBe(sumOf(best))
      const chosen = counted.filter(isCounted).map(({ weekendId }) => weekendId)
      expect(chosen.sort()).toEqual(best.map(({ place }) => place).sort())
    }),
    { numRuns: 2_000 },
  )
})
