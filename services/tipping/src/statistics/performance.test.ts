import { expect, test } from 'vitest'
import { historyOf, performanceOf } from './performance.ts'
import type { ScoredTip, TippedWeekend } from './statistics-read-model.ts'

const aWeekend = (weekendId: number, over: Partial<TippedWeekend> = {}): TippedWeekend => ({
  weekendId,
  name: `Round ${weekendId}`,
  startDate: `2026-0${weekendId}-01`,
  endDate: `2026-0${weekendId}-03`,
  status: 'completed',
  points: 0,
  rank: null,
  participants: 1,
  ...over,
})
const scored = (weekendId: number, points: number[], over: Partial<ScoredTip> = {}): ScoredTip[] =>
  points.map((tipPoints) => ({
    weekendId,
    categoryId: 1,
    category: 'Supercars',
    place: tipPoints === 50 ? 1 : null,
    points: tipPoints,
    isChanged: false,
    ...over,
  }))
const analyze = (weekends: TippedWeekend[], tips: ScoredTip[]) => {
  const history = historyOf(weekends, tips)
  return { history, performance: performanceOf(history, tips) }
}

test('a fan without tips has zeros and no insights', () => {
  expect(analyze([], []).performance).toEqual({
    totalWeekends: 0,
    averageAccuracy: 0,
    accuracyChange: null,
    trendingUp: false,
    totalPoints: 0,
    bestRank: null,
    bestWeekend: null,
    averageRank: null,
    recentPerformance: [],
    insights: [],
  })
})

test('accuracy counts scored tips, ranks count ranked weekends, and the latest of equal ranks is the best', () => {
  const weekends = [
    aWeekend(4),
    aWeekend(3, { points: 50, rank: 2, participants: 10, status: 'live' }),
    aWeekend(2, { points: 75, rank: 2, participants: 4 }),
    aWeekend(1, { points: 0, rank: 5, participants: 5 }),
  ]
  const tips = [...scored(1, [0, 0]), ...scored(2, [50, 25, 0, 0]), ...scored(3, [50])]
  const { history, performance } = analyze(weekends, tips)
  expect(history.map(({ correctTips, totalTips, accuracy }) => [correctTips, totalTips, accuracy])).toEqual([
    [0, 0, null],
    [1, 1, 100],
    [2, 4, 50],
    [0, 2, 0],
  ])
  expect(performance).toMatchObject({
    totalWeekends: 4,
    averageAccuracy: 42.9,
    accuracyChange: 66.7,
    trendingUp: true,
    totalPoints: 125,
    bestRank: 2,
    bestWeekend: { weekendId: 3, name: 'Round 3' },
    averageRank: 3,
  })
  expect(performance.recentPerformance[1]).toEqual({
    id: 3,
    weekendId: 3,
    name: 'Round 3',
    startDate: '2026-03-01',
    endDate: '2026-03-03',
    isLive: true,
    participants: 10,
    correctTips: 1,
    totalTips: 1,
    accuracy: 100,
    pointsEarned: 50,
    weekendRank: 2,
  })
})

test('the recent list has six weekends, and the trend compares the latest with those before', () => {
  const weekends = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((weekendId) => aWeekend(weekendId))
  const tips = [9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((weekendId) => scored(weekendId, weekendId > 6 ? [10, 0] : [10, 10]))
  const { performance } = analyze(weekends, tips)
  expect(performance.recentPerformance.map(({ weekendId }) => weekendId)).toEqual([9, 8, 7, 6, 5, 4])
  expect(performance).toMatchObject({ accuracyChange: -50, trendingUp: false })
})

test('insights need at least three tips', () => {
  const tips = [
    ...scored(1, [50, 25, 0]),
    ...scored(1, [0, 0, 10], { categoryId: 3, category: 'Super2', isChanged: true }),
    ...scored(1, [10, 10], { categoryId: 5, category: 'Porsche' }),
  ]
  const ranked = [aWeekend(2, { rank: 1, participants: 10 }), aWeekend(1, { rank: 6, participants: 20 })]
  expect(analyze(ranked, tips).performance.insights).toEqual([
    { kind: 'best-category', categoryId: 1, category: 'Supercars', percent: 66.7, totalTips: 3 },
    { kind: 'changed-tips', changed: 3, leftAlone: 5, difference: -15.7 },
    { kind: 'winners', winners: 1, totalTips: 8 },
    { kind: 'top-of-field', percent: 20 },
  ])
  expect(analyze([aWeekend(1)], scored(1, [50, 50])).performance.insights).toEqual([])
})
