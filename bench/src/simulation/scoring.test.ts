import { describe, expect, test } from 'vitest'
import { fitInLogs } from './fit-in-logs.ts'
import { fitScoring, grownTo, scoringsTaken, scoringTimes } from './scoring.ts'

describe('a fit in logarithms', () => {
  const sizes = [1, 10, 100, 1_000, 10_000]
  const law = ({ wait, ms, power }: Record<'wait' | 'ms' | 'power', number>, size: number): number =>
    wait + ms * size ** power
  const start = { wait: 1, ms: 1, power: 1 }
  const observe = (of: (size: number) => number) =>
    sizes.map((size) => ({ measured: of(size), model: (named: typeof start) => law(named, size) }))

  test('finds the law that made the figures', () => {
    const { parameters, error } = fitInLogs(
      observe((size) => law({ wait: 40, ms: 3, power: 1.2 }, size)),
      start,
    )
    expect(parameters.wait).toBeCloseTo(40, 1)
    expect(parameters.ms).toBeCloseTo(3, 1)
    expect(parameters.power).toBeCloseTo(1.2, 2)
    expect(error).toBeLessThan(1e-3)
  })

  test('weighs a tenth of a small figure like a tenth of a large one', () => {
    // Of the least squares of logarithms a constant is the geometric mean.
    const { parameters } = fitInLogs(
      [10, 1_000].map((measured) => ({ measured, model: ({ ms }: { ms: number }) => ms })),
      { ms: 1 },
    )
    expect(parameters.ms).toBeCloseTo(100, 1)
  })
})

describe('the scoring of the simulation', () => {
  const { scoring, error } = fitScoring()

  test('is off from what was measured by a tenth on the whole, and nowhere by a quarter', () => {
    expect(error).toBeLessThan(0.1)
    for (const { fans, hasGroups, ...taken } of scoringsTaken) {
      const model = scoringTimes(fans, hasGroups, scoring)
      expect(Math.abs(model.board / taken.board - 1)).toBeLessThan(0.25)
      if (taken.told !== undefined) expect(Math.abs(model.told / taken.told - 1)).toBeLessThan(0.25)
    }
  })

  test('grows by its power between and beyond the sizes that were measured', () => {
    expect(grownTo(100_000, { ms: 500, power: 1.5 })).toBe(500)
    expect(grownTo(10_000_000, { ms: 500, power: 1.5 })).toBeCloseTo(500_000)
    expect(grownTo(25_000, { ms: 500, power: 0.5 })).toBeCloseTo(250)
  })

  test('tells nobody after the commit where nobody is in a group', () => {
    const { board, told } = scoringTimes(10_000, false, scoring)
    expect(told).toBe(board)
    expect(board).toBeLessThan(scoringTimes(10_000, true, scoring).board)
  })
})
