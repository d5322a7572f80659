import { describe, expect, test } from 'vitest'
import { checkFlatness, fittedLine, type MemorySample } from './flatness.ts'

const MB = 2 ** 20
const MINUTE = 60_000

/** Samples every ten seconds for this many minutes; `mb` returns the memory after some minutes. */
const samples = (minutes: number, mb: (minute: number) => number): MemorySample[] =>
  Array.from({ length: minutes * 6 }, (_, index) => ({ at: index * 10_000, bytes: mb(index / 6) * MB }))

/** Garbage that accumulates and is collected at this interval of minutes. */
const sawtooth = (minute: number, every: number, height: number): number => ((minute % every) / every) * height

describe('fittedLine', () => {
  test('returns the line of least squares, as computed by hand', () => {
    const points = [1, 2, 3, 4].map((x, index) => ({ x, y: [6, 5, 7, 10][index] ?? 0 }))
    const line = fittedLine(points)
    expect(line).toMatchObject({ x: 2.5, y: 7, slope: 1.4 })
    // Residuals 1.1, -1.3, -0.7, 0.9 leave 4.2 over two degrees of freedom, over a sum of squares of 5.
    expect(line.error).toBeCloseTo(Math.sqrt(4.2 / 2 / 5), 10)
  })

  test('returns an infinite error for two points', () => {
    expect(
      fittedLine([
        { x: 0, y: 0 },
        { x: 1, y: 5 },
      ]).error,
    ).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('checkFlatness', () => {
  test('reports memory as flat when garbage is collected repeatedly', () => {
    const flatness = checkFlatness(
      samples(60, (minute) => 240 + sawtooth(minute, 7, 200)),
      60 * MINUTE,
    )
    expect(flatness.verdict).toBe('flat')
    expect(flatness.level / MB).toBeCloseTo(240, 0)
    expect(Math.abs(flatness.perHour) / MB).toBeLessThan(1)
  })

  test('reports memory as growing when it leaks below the garbage', () => {
    const flatness = checkFlatness(
      samples(60, (minute) => 240 + sawtooth(minute, 7, 200) + minute * 0.5),
      60 * MINUTE,
    )
    expect(flatness.verdict).toBe('growing')
    expect(flatness.perHour / MB).toBeGreaterThan(25)
    expect(flatness.perHour / MB).toBeLessThan(35)
  })

  test('ignores growth during the warm-up, and only then', () => {
    const minutes = 60
    const warm = (warmMinutes: number) => samples(minutes, (minute) => 100 + Math.min(minute, warmMinutes) * 8)
    expect(checkFlatness(warm(14), minutes * MINUTE).verdict).toBe('flat')
    expect(checkFlatness(warm(30), minutes * MINUTE).verdict).toBe('growing')
  })

  test('reports a run of a few minutes as too short, whether memory swings or grows', () => {
    const verdictOf = (minutes: number, mb: (minute: number) => number) =>
      checkFlatness(samples(minutes, mb), minutes * MINUTE).verdict
    const leak = (minute: number) => 240 + minute
    expect(verdictOf(5, (minute) => 240 + sawtooth(minute, 2.5, 40))).toBe('too short')
    expect(verdictOf(5, leak)).toBe('too short')
    expect(verdictOf(33, leak)).toBe('too short')
    expect(verdictOf(34, leak)).toBe('growing')
  })

  test('reports too short when collections are too rare to show the floor', () => {
    const flatness = checkFlatness(
      samples(60, (minute) => 240 + sawtooth(minute, 26, 200)),
      60 * MINUTE,
    )
    expect(flatness.verdict).toBe('too short')
  })

  test('allows more growth for a large process than for a small one', () => {
    const verdictFor = (level: number, perHour: number) =>
      checkFlatness(
        samples(60, (minute) => level + (perHour * minute) / 60),
        60 * MINUTE,
      ).verdict
    expect([verdictFor(80, 3.9), verdictFor(80, 4.1)]).toEqual(['flat', 'growing'])
    expect([verdictFor(400, 15), verdictFor(400, 17)]).toEqual(['flat', 'growing'])
  })

  test('ignores a single outlier', () => {
    const steady = samples(60, () => 120)
    const withOutlier = steady.map((sample, index) =>
      index === steady.length - 2 ? { ...sample, bytes: 900 * MB } : sample,
    )
    expect(checkFlatness(withOutlier, 60 * MINUTE)).toEqual(checkFlatness(steady, 60 * MINUTE))
  })

  test('ignores samples before the first lap and after the last', () => {
    const steady = samples(60, () => 120)
    const withOutside = [{ at: -1, bytes: 9 * MB }, ...steady, { at: 61 * MINUTE, bytes: 900 * MB }]
    expect(checkFlatness(withOutside, 60 * MINUTE)).toEqual(checkFlatness(steady, 60 * MINUTE))
  })

  test('throws when there are too few samples', () => {
    expect(() =>
      checkFlatness(
        samples(1, () => 120),
        MINUTE,
      ),
    ).toThrow('4 samples after the warm-up are too few')
  })
})
