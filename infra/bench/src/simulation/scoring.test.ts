import { describe, expect, test } from 'vitest'
import { measured } from './parameters.ts'
import { grownTo, scoringTimes } from './scoring.ts'

const { scoring } = measured.result

/**
 * Median times of scoring by number of fans, in ms, of 2026-11-26 and 2026-11-27 (docs/scale.md, The simulation).
 */
const MEASUREMENTS: readonly { fans: number; hasGroups: boolean; board: number; published?: number }[] = [
  { fans: 1_000, hasGroups: true, board: 42, published: 69 },
  { fans: 10_000, hasGroups: true, board: 111, published: 204 },
  { fans: 100_000, hasGroups: true, board: 651, published: 1_601 },
  { fans: 1_000_000, hasGroups: true, board: 7_313, published: 18_547 },
  { fans: 1_000, hasGroups: true, board: 45, published: 63 },
  { fans: 10_000, hasGroups: true, board: 91, published: 165 },
  { fans: 100_000, hasGroups: true, board: 588, published: 1_480 },
  { fans: 1_000, hasGroups: false, board: 43 },
  { fans: 10_000, hasGroups: false, board: 72 },
  { fans: 100_000, hasGroups: false, board: 397 },
]

describe('the scoring model of the simulation', () => {
  test('differs from the measurements by at most a tenth overall and a quarter at any size', () => {
    const ratios = MEASUREMENTS.flatMap(({ fans, hasGroups, ...measurement }) => {
      const model = scoringTimes(fans, hasGroups, scoring)
      return [
        model.board / measurement.board,
        ...(measurement.published === undefined ? [] : [model.published / measurement.published]),
      ]
    })
    const squares = ratios.reduce((sum, ratio) => sum + Math.log(ratio) ** 2, 0)
    expect(Math.sqrt(squares / ratios.length)).toBeLessThan(0.1)
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.25)
  })

  test('grows by its power between and beyond the measured sizes', () => {
    expect(grownTo(100_000, { ms: 500, power: 1.5 })).toBe(500)
    expect(grownTo(10_000_000, { ms: 500, power: 1.5 })).toBeCloseTo(500_000)
    expect(grownTo(25_000, { ms: 500, power: 0.5 })).toBeCloseTo(250)
  })

  test('has no work after the commit when there are no groups', () => {
    const { board, published } = scoringTimes(10_000, false, scoring)
    expect(published).toBe(board)
    expect(board).toBeLessThan(scoringTimes(10_000, true, scoring).board)
  })
})
