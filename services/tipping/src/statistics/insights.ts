import type { Insight, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import type { ScoredTip } from './statistics-read-model.ts'

/** Minimum number of tips for an insight: fewer would be chance. */
const MIN_TIPS = 3

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
const average = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length
const averagePoints = (tips: readonly ScoredTip[]): number => average(tips.map(({ points }) => points))

/** Returns the category with the largest share of tips that earned points, if there is another to compare it with. */
const bestCategory = (tips: readonly ScoredTip[]): Insight | undefined => {
  const categories = [...Map.groupBy(tips, ({ categoryId }) => categoryId)].filter(
    ([, categoryTips]) => categoryTips.length >= MIN_TIPS,
  )
  const shares = categories.map(([categoryId, categoryTips]) => ({
    categoryId,
    category: categoryTips[0]?.category ?? '',
    percent: oneDecimal((categoryTips.filter(({ points }) => points > 0).length / categoryTips.length) * 100),
    totalTips: categoryTips.length,
  }))
  const [best, second] = shares.toSorted((a, b) => b.percent - a.percent || a.categoryId - b.categoryId)
  return best && second && best.percent > second.percent ? { kind: 'best-category', ...best } : undefined
}

/** Compares changed tips with unchanged ones. */
const changedTips = (tips: readonly ScoredTip[]): Insight | undefined => {
  const changed = tips.filter(({ isChanged }) => isChanged)
  const unchanged = tips.filter(({ isChanged }) => !isChanged)
  if (changed.length < MIN_TIPS || unchanged.length < MIN_TIPS) return undefined
  const difference = oneDecimal(averagePoints(changed) - averagePoints(unchanged))
  return { kind: 'changed-tips', changed: changed.length, leftAlone: unchanged.length, difference }
}

const winners = (tips: readonly ScoredTip[]): Insight | undefined => {
  if (tips.length < MIN_TIPS) return undefined
  return { kind: 'winners', winners: tips.filter(({ place }) => place === 1).length, totalTips: tips.length }
}

/** Returns the average rank in percent of the field, over weekends with other participants. */
const topOfField = (history: readonly WeekendFigures[]): Insight | undefined => {
  const shares = history.flatMap(({ rank, participants }) =>
    rank === null || participants < 2 ? [] : [(rank / participants) * 100],
  )
  return shares.length === 0 ? undefined : { kind: 'top-of-field', percent: oneDecimal(average(shares)) }
}

/** Returns the insights for which there are enough tips or ranks. */
export const insightsOf = (history: readonly WeekendFigures[], tips: readonly ScoredTip[]): Insight[] =>
  [bestCategory(tips), changedTips(tips), winners(tips), topOfField(history)].filter((insight) => insight !== undefined)
