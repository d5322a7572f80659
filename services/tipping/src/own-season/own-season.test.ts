import { describe, expect, test } from 'vitest'
import type { BasisRound } from '../seasons/season-basis.ts'
import { ownSeasonOf, type StoredOwnSeason } from './own-season.ts'

const NO_CHANCES = { maxReachable: null, canWin: false, clinched: false }

const basisRound = (weekendId: number, overrides: Partial<BasisRound> = {}): BasisRound => ({
  weekendId,
  round: weekendId,
  multiplier: 1,
  startDate: `2027-03-0${weekendId}`,
  isCompleted: true,
  hasResult: true,
  areJokersLocked: true,
  version: 1,
  lastLockAt: null,
  leader: null,
  tippers: null,
  ...overrides,
})
const stored = (overrides: Partial<StoredOwnSeason> = {}): StoredOwnSeason => ({
  seasonId: 9,
  version: 4,
  jokers: 2,
  played: 1,
  rounds: [1, 2, 3].map((weekendId) => ({
    ...{ weekendId, round: weekendId, multiplier: 1, hasJoker: weekendId === 1, isBeforeGroup: false, position: 5 },
  })),
  basis: {
    rules: { countBest: null, missedWeekend: 'zero' },
    rounds: [basisRound(1), basisRound(2), basisRound(3, { isCompleted: false, hasResult: false })],
  },
  row: {
    ...{ points: [50, 10], seasonPoints: [100, 10], states: 'cm', picks: [1, 0, 0, 0, 0, 0], won: [1], jokers: [1] },
    ...{ position: 2, isShared: true, totalPoints: 110 },
  },
  ...overrides,
})
const NOTHING = { counted: false, dropped: false, missed: false, beforeJoining: false, void: false, joker: false }

describe('a fan’s own season', () => {
  test('has all rounds in order, with points, state, joker and position', () => {
    const chances = { maxReachable: 300, canWin: true, clinched: false }
    expect(ownSeasonOf(stored(), chances)).toEqual({
      ...{ seasonId: 9, version: 4, position: 2, shared: true, totalPoints: 110, jokersLeft: 1, ...chances },
      weekends: [
        {
          ...NOTHING,
          ...{ weekendId: 1, round: 1, multiplier: 1, points: 50, seasonPoints: 100, counted: true, joker: true },
          position: 5,
        },
        {
          ...NOTHING,
          ...{ weekendId: 2, round: 2, multiplier: 1, points: 10, seasonPoints: 10, counted: true, missed: true },
          position: 5,
        },
        { ...NOTHING, weekendId: 3, round: 3, multiplier: 1, points: null, seasonPoints: null, position: null },
      ],
    })
  })

  test.each([
    ['d', { dropped: true, counted: false, missed: false }],
    ['x', { dropped: true, counted: false, missed: true }],
    ['b', { beforeJoining: true, counted: false }],
    ['p', { counted: false, missed: false, dropped: false }],
  ])('distinguishes the state %s of a round', (letter, flags) => {
    const row = { ...stored().row!, states: `c${letter}` }
    expect(ownSeasonOf(stored({ row }), NO_CHANCES).weekends[1]).toMatchObject(flags)
  })

  test('shows a void round as void to every fan, with a joker of a round to come', () => {
    const basis = {
      ...stored().basis!,
      rounds: [basisRound(1, { hasResult: false }), basisRound(2, { isCompleted: false })],
    }
    const rounds = stored().rounds.map((round) => ({ ...round, hasJoker: round.weekendId === 3 }))
    const { weekends } = ownSeasonOf(stored({ basis, rounds, row: null }), NO_CHANCES)
    expect(weekends.map((round) => [round.void, round.joker, round.points])).toEqual([
      [true, false, null],
      [false, false, null],
      [false, true, null],
    ])
  })

  test('without a part in it has no position and no points, and jokers to play', () => {
    expect(ownSeasonOf(stored({ row: null, played: 0 }), NO_CHANCES)).toMatchObject({
      ...{ position: null, shared: false, totalPoints: 0, jokersLeft: 2 },
      weekends: [{ counted: false, missed: false, points: null }, { missed: false }, {}],
    })
  })

  test('is without figures until the leaderboard is computed', () => {
    const season = ownSeasonOf(stored({ version: 0, basis: null, row: null }), NO_CHANCES)
    expect(season).toMatchObject({ version: 0, position: null })
    expect(season.weekends.every(({ points, position }) => points === null && position === null)).toBe(true)
  })

  test('has a round that joined since the leaderboard was computed as one to come', () => {
    const rounds = [
      ...stored().rounds,
      { weekendId: 7, round: 4, multiplier: 2 as const, hasJoker: false, isBeforeGroup: false, position: 3 },
    ]
    expect(ownSeasonOf(stored({ rounds }), NO_CHANCES).weekends.at(-1)).toEqual({
      ...NOTHING,
      ...{ weekendId: 7, round: 4, multiplier: 2, points: null, seasonPoints: null, position: null },
    })
  })
})
