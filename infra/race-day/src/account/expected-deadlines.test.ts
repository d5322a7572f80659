import { describe, expect, test } from 'vitest'
import { checkDeadline, gapsOf, type RaceHistory } from './expected-deadlines.ts'

const sure = { least: 0, most: 0 }
const history = (overrides: Partial<RaceHistory> = {}): RaceHistory => ({
  race: 'race',
  starts: [{ start: 220_000, reported: null }],
  closures: [],
  ...overrides,
})
const isAccepted = (raceHistory: RaceHistory, deadline: number | null) =>
  checkDeadline(raceHistory, deadline, sure).length === 0

describe('checkDeadline', () => {
  test('requires exactly two minutes before the start', () => {
    expect(isAccepted(history(), 100_000)).toBe(true)
    expect(isAccepted(history(), 100_001)).toBe(false)
    expect(isAccepted(history(), null)).toBe(false)
  })

  test('requires an early status or result to close the race within two seconds', () => {
    const early = history({ closures: [{ sent: 50_000, received: 50_020 }] })
    expect(isAccepted(early, 50_010)).toBe(true)
    expect(isAccepted(early, 52_000)).toBe(true)
    expect(isAccepted(early, 53_000)).toBe(false)
    expect(isAccepted(early, 100_000)).toBe(false)
  })

  test('accepts a null deadline for a race without a time until the race is closed', () => {
    expect(isAccepted(history({ starts: [] }), null)).toBe(true)
    expect(isAccepted(history({ starts: [], closures: [{ sent: 50_000, received: 50_020 }] }), 50_005)).toBe(true)
  })

  test('applies a move before the lock, and ignores a move after it', () => {
    const moved = (at: number) =>
      history({
        starts: [
          { start: 220_000, reported: null },
          { start: 270_000, reported: { sent: at, received: at + 10 } },
        ],
      })
    expect(isAccepted(moved(20_000), 150_000)).toBe(true)
    expect(isAccepted(moved(20_000), 100_000)).toBe(false)
    expect(isAccepted(moved(120_000), 100_000)).toBe(true)
    expect(isAccepted(moved(120_000), 150_000)).toBe(false)
  })

  test('locks at the move if the new lock has already passed', () => {
    const moved = history({
      starts: [
        { start: 220_000, reported: null },
        { start: 130_000, reported: { sent: 50_000, received: 50_010 } },
      ],
    })
    expect(isAccepted(moved, 50_005)).toBe(true)
    expect(isAccepted(moved, 10_000)).toBe(false)
  })

  const postponed = history({
    starts: [
      { start: 220_000, reported: null },
      { start: 400_000, reported: { sent: 150_000, received: 150_010 }, reopens: true },
    ],
    closures: [{ sent: 120_000, received: 120_010 }],
  })

  test('locks a reopened race by its new start', () => {
    expect(isAccepted(postponed, 280_000)).toBe(true)
    expect(isAccepted(postponed, 100_000)).toBe(false)
    const late = history({
      starts: [{ start: 200_000, reported: { sent: 150_000, received: 150_010 }, reopens: true }],
    })
    expect(isAccepted(late, 150_005)).toBe(true)
    expect(isAccepted(late, 80_000)).toBe(false)
  })

  test('returns the period without tips between a lock and the reopening', () => {
    expect(gapsOf(postponed, sure)).toEqual([{ possible: [99_900, 152_110], sure: [100_100, 149_900] }])
    expect(gapsOf(history(), sure)).toEqual([])
  })
})
