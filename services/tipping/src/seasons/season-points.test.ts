import { describe, expect, test } from 'vitest'
import {
  bestWeekendOf,
  type CompetitionRound,
  countRounds,
  formOf,
  missedPointsOf,
  NO_TIP,
  type OwnRound,
  roundsBeforeLatest,
  scoreOf,
  seasonPointsOf,
} from './season-points.ts'

/** Completed rounds a week apart, each with a result; weekend ids are 1, 2, 3. */
const roundsOf = (...overrides: Partial<CompetitionRound>[]): CompetitionRound[] =>
  overrides.map((override, index) => ({
    weekendId: index + 1,
    round: index + 1,
    multiplier: 1,
    startDate: `2026-03-${String(index * 7 + 1).padStart(2, '0')}`,
    isCompleted: true,
    hasResult: true,
    missedPoints: 0,
    ...override,
  }))

const tipped = (points: number, override: Partial<OwnRound> = {}): OwnRound => ({ ...NO_TIP, points, ...override })
const ALL = { countBest: null }
const statesOf = (rounds: { state: string }[]): string[] => rounds.map(({ state }) => state)

describe('season points', () => {
  test.each([
    [15, 1, false, 15],
    [15, 1.5, false, 23],
    [25, 1.5, false, 38],
    [10, 1.5, false, 15],
    [15, 1.5, true, 45],
    [25, 3, true, 150],
    [0, 2, true, 0],
  ])('of %d weekend points × %d with a joker (%s) are %d', (points, multiplier, hasJoker, expected) => {
    expect(seasonPointsOf(points, multiplier, hasJoker)).toBe(expected)
  })
})

describe('a round', () => {
  test('counts from its first result on, and is left out while it is to come', () => {
    const rounds = roundsOf({ isCompleted: false }, { isCompleted: false, hasResult: false })
    const counted = countRounds(ALL, rounds, [tipped(50), tipped(0)])
    expect(counted).toMatchObject([{ weekendId: 1, state: 'counted', seasonPoints: 50, isWon: false }])
  })

  test('is pending without a tip until it is completed', () => {
    const [counted] = countRounds(ALL, roundsOf({ isCompleted: false, missedPoints: 10 }, {}), [NO_TIP, tipped(1)])
    expect(counted).toMatchObject({ state: 'pending', points: null, seasonPoints: null, isMissed: false })
  })

  test('is missed without a tip once it is completed, and is never doubled by a joker', () => {
    const rounds = roundsOf({ missedPoints: 15, multiplier: 1.5 }, {})
    const [counted] = countRounds(ALL, rounds, [{ ...NO_TIP, hasJoker: true }, tipped(1)])
    expect(counted).toMatchObject({ state: 'missed', points: 15, seasonPoints: 23, isMissed: true })
  })

  test('is not missed by a member who never tipped in the season', () => {
    const counted = countRounds(ALL, roundsOf({ missedPoints: 15 }, {}), [NO_TIP, NO_TIP])
    expect(statesOf(counted)).toEqual(['pending', 'pending'])
    expect(scoreOf(counted).totalPoints).toBe(0)
  })

  test('is missed by who has tipped only in a round to come', () => {
    const rounds = roundsOf({ missedPoints: 15 }, { isCompleted: false, hasResult: false })
    expect(countRounds(ALL, rounds, [NO_TIP, tipped(0)])).toMatchObject([{ state: 'missed', seasonPoints: 15 }])
  })

  test('before joining brings nothing, even if there are points', () => {
    const own = tipped(50, { isBeforeJoining: true, isFirst: true, picks: { first: 1, second: 0, third: 0 } })
    const counted = countRounds({ countBest: 1 }, roundsOf({}, {}), [own, tipped(10)])
    expect(counted).toMatchObject([
      { state: 'before', points: null, seasonPoints: null, isMissed: false, isWon: false },
      { state: 'counted', seasonPoints: 10 },
    ])
    expect(scoreOf(counted)).toMatchObject({ totalPoints: 10, weekendsWon: 0, bestWeekend: 10, firsts: 0 })
  })

  test('is void while completed without a result, for every fan, and counts when one comes', () => {
    const void_ = countRounds(ALL, roundsOf({ hasResult: false }, {}), [tipped(0), NO_TIP])
    expect(void_[0]).toMatchObject({ state: 'void', points: null, seasonPoints: null, isMissed: false })
    expect(countRounds(ALL, roundsOf({}, {}), [tipped(0), NO_TIP])[0]).toMatchObject({ state: 'counted' })
  })
})

describe('best n', () => {
  test('goes by season points, after multiplier, joker and rounding', () => {
    const rounds = roundsOf({ multiplier: 3 }, {}, {})
    const counted = countRounds({ countBest: 2 }, rounds, [tipped(20), tipped(50), tipped(26, { hasJoker: true })])
    expect(statesOf(counted)).toEqual(['counted', 'dropped', 'counted'])
    expect(scoreOf(counted).totalPoints).toBe(60 + 52)
  })

  test('drops the later of equal weekends, by start date and then by round', () => {
    const rounds = roundsOf({ startDate: '2026-05-01' }, { startDate: '2026-04-01' }, { startDate: '2026-05-01' })
    const own = [tipped(10), tipped(10), tipped(10)]
    expect(statesOf(countRounds({ countBest: 1 }, rounds, own))).toEqual(['dropped', 'counted', 'dropped'])
    expect(statesOf(countRounds({ countBest: 2 }, rounds, own))).toEqual(['counted', 'counted', 'dropped'])
  })

  test('counts all of five where six are counted and one is void', () => {
    const rounds = roundsOf({}, {}, { hasResult: false }, {}, {}, {})
    const counted = countRounds(
      { countBest: 5 },
      rounds,
      [5, 4, 9, 3, 2, 1].map((points) => tipped(points)),
    )
    expect(statesOf(counted)).toEqual(['counted', 'counted', 'void', 'counted', 'counted', 'counted'])
    expect(scoreOf(counted).totalPoints).toBe(15)
  })

  test('counts or drops a missed weekend like any other, and counts all where there are fewer', () => {
    const rounds = roundsOf({ missedPoints: 30 }, {}, {})
    const own = [NO_TIP, tipped(10), tipped(20)]
    expect(statesOf(countRounds({ countBest: 2 }, rounds, own))).toEqual(['missed', 'dropped', 'counted'])
    expect(countRounds({ countBest: 1 }, roundsOf({}, {}), [NO_TIP, tipped(1)])[0]).toMatchObject({
      state: 'dropped',
      isMissed: true,
    })
    expect(statesOf(countRounds({ countBest: 50 }, rounds, own))).toEqual(['missed', 'counted', 'counted'])
  })
})

test.each([
  ['zero', { count: 3, lowest: 10, sum: 65 }, 0],
  ['lowest', { count: 3, lowest: 10, sum: 65 }, 10],
  ['average', { count: 3, lowest: 10, sum: 65 }, 21],
  ['lowest', { count: 0, lowest: 0, sum: 0 }, 0],
  ['average', { count: 0, lowest: 0, sum: 0 }, 0],
] as const)('a missed weekend (%s of %j) is given %d', (rule, tippers, expected) => {
  expect(missedPointsOf(rule, tippers)).toBe(expected)
})

describe('what decides between equal totals', () => {
  test('is over every completed weekend, counted or dropped, without multiplier and joker', () => {
    const rounds = roundsOf({ multiplier: 2 }, {}, { isCompleted: false })
    const own = [
      tipped(20, { isFirst: true, hasJoker: true }),
      tipped(30, { isFirst: true, picks: { first: 0, second: 1, third: 1 } }),
      tipped(75, { isFirst: true, picks: { first: 1, second: 1, third: 0 } }),
    ]
    const counted = countRounds({ countBest: 1 }, rounds, own)
    expect(statesOf(counted)).toEqual(['counted', 'dropped', 'dropped'])
    expect(scoreOf(counted)).toEqual({
      totalPoints: 80,
      weekendsWon: 2,
      bestWeekend: 30,
      firsts: 1,
      seconds: 2,
      thirds: 1,
    })
  })

  test('is no win without points', () => {
    expect(scoreOf(countRounds(ALL, roundsOf({}), [tipped(0, { isFirst: true })]))).toMatchObject({ weekendsWon: 0 })
  })

  test('is no best weekend where it was missed', () => {
    const counted = countRounds(ALL, roundsOf({ missedPoints: 90 }, {}), [NO_TIP, tipped(10)])
    expect(scoreOf(counted).bestWeekend).toBe(10)
    expect(bestWeekendOf(counted)).toEqual({ weekendId: 2, points: 10 })
  })
})

test('the best weekend is the earlier of equal ones, and there is none while none is completed', () => {
  expect(bestWeekendOf(countRounds(ALL, roundsOf({}, {}), [tipped(10), tipped(10)]))?.weekendId).toBe(1)
  expect(bestWeekendOf(countRounds(ALL, roundsOf({ isCompleted: false }), [tipped(10)]))).toBeNull()
})

test('form is of the last five completed rounds, with what a missed one is given', () => {
  const rounds = roundsOf({}, {}, { hasResult: false }, { missedPoints: 7 }, {}, {}, {}, { isCompleted: false })
  const own = [tipped(1), tipped(2), tipped(0), NO_TIP, tipped(4), tipped(5), tipped(6), tipped(9)]
  expect(formOf(countRounds(ALL, rounds, own))).toEqual([2, 7, 4, 5, 6])
})

describe('the standings before the latest round', () => {
  const idsOf = (rounds: CompetitionRound[]) => rounds.map(({ weekendId }) => weekendId)
  const toCome = { isCompleted: false, hasResult: false }

  test('are over the completed rounds before the latest that counts already', () => {
    expect(idsOf(roundsBeforeLatest(roundsOf({}, { isCompleted: false }, {}, toCome)))).toEqual([1])
    expect(idsOf(roundsBeforeLatest(roundsOf({}, {}, { isCompleted: false })))).toEqual([1, 2])
    expect(idsOf(roundsBeforeLatest(roundsOf({}, toCome)))).toEqual([])
    expect(idsOf(roundsBeforeLatest(roundsOf(toCome)))).toEqual([])
  })

  test('go by start date, then by round', () => {
    const rounds = roundsOf({ startDate: '2026-06-01' }, { startDate: '2026-05-01' }, { startDate: '2026-05-01' })
    expect(idsOf(roundsBeforeLatest(rounds))).toEqual([2, 3])
  })
})
