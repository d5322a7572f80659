import { describe, expect, test } from 'vitest'
import type { Score } from './scoring.ts'
import { type SeasonCompetition, type SeasonParticipant, type SeasonRound, seasonStandings } from './season.ts'

const score = (totalPoints: number, first = 0, second = 0, third = 0): Score => ({
  totalPoints,
  picks: { first, second, third },
})

const fan = (userId: string, scores: (Score | null)[], more: Partial<SeasonParticipant> = {}): SeasonParticipant => ({
  userId,
  sortName: userId,
  scores: new Map(scores.flatMap((each, i) => (each ? [[i + 1, each] as const] : []))),
  before: new Set(),
  jokers: new Set(),
  ...more,
})

const competition = (
  participants: SeasonParticipant[],
  rounds: Partial<SeasonRound>[],
  rules: Partial<SeasonCompetition> = {},
): SeasonCompetition => ({
  ...{ countBest: null, missedWeekend: 'zero' as const, participants },
  rounds: rounds.map((round, i) => ({
    ...{
      weekendId: i + 1,
      round: i + 1,
      multiplier: 1,
      startDate: `2026-01-0${i + 1}`,
      isCompleted: true,
      hasResult: true,
    },
    scores: participants.flatMap(({ scores }) => scores.get(i + 1) ?? []),
    ...round,
  })),
  ...rules,
})

const cellsOf = (season: SeasonCompetition, userId: string) =>
  seasonStandings(season)
    .find(({ participant }) => participant.userId === userId)
    ?.cells.map(({ state, seasonPoints }) => [state, seasonPoints])

const order = (season: SeasonCompetition) =>
  seasonStandings(season).map(({ participant, position, tieBreak }) => [participant.userId, position, tieBreak])

describe('season points', () => {
  test('are weekend points times multiplier and joker, rounded half up', () => {
    const ann = fan('ann', [score(25), score(15)], { jokers: new Set([2]) })
    expect(cellsOf(competition([ann], [{ multiplier: 1.5 }, { multiplier: 1.5 }]), 'ann')).toEqual([
      ['counted', 38],
      ['counted', 45],
    ])
  })

  test('of equal rounds drop the later one', () => {
    const season = competition([fan('ann', [score(10), score(20), score(10)])], [{}, {}, {}], { countBest: 2 })
    expect(cellsOf(season, 'ann')).toEqual([
      ['counted', 10],
      ['counted', 20],
      ['dropped', 10],
    ])
  })

  test.each([
    ['zero', 0],
    ['lowest', 20],
    ['average', 46],
  ] as const)('of a missed round are those of the rule %s, times the multiplier and never a joker', (rule, points) => {
    const cat = fan('cat', [null, score(5)], { jokers: new Set([1]) })
    const participants = [fan('ann', [score(36)]), fan('bob', [score(10)]), cat]
    const season = competition(participants, [{ multiplier: 2 }, {}], { missedWeekend: rule })
    expect(cellsOf(season, 'cat')?.[0]).toEqual(['missed', points])
  })

  test('are none of a cancelled round, one before joining, and one that is not completed', () => {
    const ann = fan('ann', [score(9), score(9), null, score(4)], { before: new Set([2]) })
    const rounds = [{ hasResult: false }, {}, { isCompleted: false }, {}, { isCompleted: false, hasResult: false }]
    expect(cellsOf(competition([ann], rounds), 'ann')).toEqual([
      ['void', null],
      ['before', null],
      ['pending', null],
      ['counted', 4],
    ])
  })

  test('of a participant without any tip are none, in no missed round', () => {
    const season = competition([fan('ann', [score(9)]), fan('idle', [])], [{}], { missedWeekend: 'average' })
    expect(cellsOf(season, 'idle')).toEqual([['pending', null]])
  })
})

describe('the order', () => {
  test('goes by weekends won, best weekend, and places, else it is shared', () => {
    const participants = [
      fan('winner', [score(30), score(30)]),
      fan('best', [score(20), score(40)]),
      fan('third', [score(10), score(50, 1)]),
      fan('same', [score(10), score(50, 1)]),
    ]
    expect(order(competition(participants, [{}, {}]))).toEqual([
      ['same', 1, 'shared'],
      ['third', 1, 'shared'],
      ['winner', 3, 'best-weekend'],
      ['best', 4, 'weekends-won'],
    ])
  })

  test('has no positions before a result, and arrows against the completed rounds before the latest', () => {
    const participants = [
      fan('ann', [score(10), score(0)]),
      fan('bob', [score(5), score(9)]),
      fan('new', [null, score(1)]),
    ]
    expect(order(competition(participants, [{ isCompleted: false, hasResult: false }]))[0]).toEqual(['ann', null, null])
    const rows = seasonStandings(competition(participants, [{}, {}]))
    expect(rows.map(({ participant, positionChange }) => [participant.userId, positionChange])).toEqual([
      ['bob', 1],
      ['ann', -1],
      ['new', 0],
    ])
  })
})
