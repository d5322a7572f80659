import { describe, expect, test } from 'vitest'
import { checkDeadline, gapsOf, type RaceHistory } from './expected-deadlines.ts'

const sure = { least: 0, most: 0 }
const history = (over: Partial<RaceHistory> = {}): RaceHistory => ({
  race: 'race',
  starts: [{ start: 220_000, reported: null }],
  closures: [],
  ...over,
})
const isRight = (given: RaceHistory, deadline: number | null) => checkDeadline(given, deadline, sure).length === 0

describe('checkDeadline', () => {
  test('requires exactly two minutes before the start', () => {
    expect(isRight(history(), 100_000)).toBe(true)
    expect(isRight(history(), 100_001)).toBe(false)
    expect(isRight(history(), null)).toBe(false)
  })

  test('requires an early status or result to close the race within two seconds', () => {
    const early = history({ closures: [{ sent: 50_000, received: 50_020 }] })
    expect(isRight(early, 50_010)).toBe(true)
    expect(isRight(early, 52_000)).toBe(true)
    expect(isRight(early, 53_000)).toBe(false)
    expect(isRight(early, 100_000)).toBe(false)
  })

  test('accepts a null deadline for a race without a time until the race is closed', () => {
    expect(isRight(history({ starts: [] }), null)).toBe(true)
    expect(isRight(history({ starts: [], closures: [{ sent: 50_000, received: 50_020 }] }), 50_005)).toBe(true)
  })

  test('applies a move before the lock, and ignores a move after it', () => {
    const moved = (at: number) =>
      history({
        starts: [
          { start: 220_000, reported: null },
          { start: 270_000, reported: { sent: at, received: at + 10 } },
        ],
      })
    expect(isRight(moved(20_000), 150_000)).toBe(true)
    expect(isRight(moved(20_000), 100_000)).toBe(false)
    expect(isRight(moved(120_000), 100_000)).toBe(true)
    expect(isRight(moved(120_000), 150_000)).toBe(false)
  })

  test('locks at the move if the new lock has already passed', () => {
    const moved = history({
      starts: [
        { start: 220_000, reported: null },
        { start: 130_000, reported: { sent: 50_000, received: 50_010 } },
      ],
    })
    expect(isRight(moved, 50_005)).toBe(true)
    expect(isRight(moved, 10_000)).toBe(false)
  })

  const postponed = history({
    starts: [
      { start: 220_000, reported: null },
      { start: 400_000, reported: { sent: 150_000, received: 150_010 }, reopens: true },
    ],
    closures: [{ sent: 120_000, received: 120_010 }],
  })

  test('locks a reopened race by its new start', () => {
    expect(isRight(postponed, 280_000)).toBe(true)
    expect(isRight(postponed, 100_000)).toBe(false)
    const late = history({
      starts: [{ start: 200_000, reported: { sent: 150_000, received: 150_010 }, reopens: true }],
    })
    expect(isRight(late, 150_005)).toBe(true)
    expect(isRight(late, 80_000)).toBe(false)
  })

  test('returns the period without tips between a lock and the reopening', () => {
    expect(gapsOf(postponed, sure)).toEqual([{ possible: [99_900, 152_110], sure: [100_100, 149_900] }])
    expect(gapsOf(history(), sure)).toEqual([])
  })
})
