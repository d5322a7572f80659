import type { Performance, RecentWeekend, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import { insightsOf } from './insights.ts'
import type { ScoredTip, TippedWeekend } from './statistics-read-model.ts'

const RECENT_WEEKENDS = 6

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const isCorrect = ({ points }: ScoredTip): boolean => points > 0

/** Returns the percentage of correct tips with one decimal; null if `total` is 0. */
export const accuracyOf = (correct: number, total: number): number | null =>
  total === 0 ? null : oneDecimal((correct / total) * 100)

/** Adds the statistics of its scored tips to each weekend, latest weekend first. */
export const historyOf = (weekends: readonly TippedWeekend[], tips: readonly ScoredTip[]): WeekendFigures[] => {
  const tipsByWeekend = Map.groupBy(tips, ({ weekendId }) => weekendId)
  return weekends.map((weekend) => {
    const weekendTips = tipsByWeekend.get(weekend.weekendId) ?? []
    const correctTips = weekendTips.filter(isCorrect).length
    return {
      ...weekend,
      correctTips,
      totalTips: weekendTips.length,
      accuracy: accuracyOf(correctTips, weekendTips.length),
    }
  })
}

const shareOf = (weekends: readonly WeekendFigures[]): number | null =>
  accuracyOf(sum(weekends.map(({ correctTips }) => correctTips)), sum(weekends.map(({ totalTips }) => totalTips)))

/** Compares the latest third of the weekends with scored tips, one at least and three at most, with those before. */
const changeOf = (history: readonly WeekendFigures[]): number | null => {
  const scored = history.filter(({ totalTips }) => totalTips > 0)
  const latestCount = Math.min(3, Math.max(1, Math.floor(scored.length / 3)))
  const [latest, earlier] = [shareOf(scored.slice(0, latestCount)), shareOf(scored.slice(latestCount))]
  return latest === null || earlier === null ? null : oneDecimal(latest - earlier)
}

const recentOf = ({ points, rank, status, ...weekend }: WeekendFigures): RecentWeekend => ({
  ...weekend,
  id: weekend.weekendId,
  isLive: status === 'live',
  pointsEarned: points,
  weekendRank: rank,
})

/** Computes the statistics of a user over all their weekends; `history` is latest first. */
export const performanceOf = (history: readonly WeekendFigures[], tips: readonly ScoredTip[]): Performance => {
  const ranked = history.flatMap(({ rank, weekendId, name }) => (rank === null ? [] : [{ rank, weekendId, name }]))
  const best = ranked.toSorted((a, b) => a.rank - b.rank)[0]
  const accuracyChange = changeOf(history)
  return {
    totalWeekends: history.length,
    averageAccuracy: shareOf(history) ?? 0,
    accuracyChange,
    trendingUp: accuracyChange !== null && accuracyChange > 0,
    totalPoints: sum(history.map(({ points }) => points)),
    bestRank: best?.rank ?? null,
    bestWeekend: best ? { weekendId: best.weekendId, name: best.name } : null,
    averageRank: ranked.length === 0 ? null : oneDecimal(sum(ranked.map(({ rank }) => rank)) / ranked.length),
    recentPerformance: history.slice(0, RECENT_WEEKENDS).map(recentOf),
    insights: insightsOf(history, tips),
  }
}
