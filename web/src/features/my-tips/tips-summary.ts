import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import type { Segment } from '../../ui/segments.tsx'
import { type CategoryCard, cardsOf, closesAt, firstOpen, isOut } from '../tipping/tip-card-state.ts'

export type TipsSummary = {
  sectorTips: Tip[]
  groupTips: Tip[]
  sectorPoints: number
  groupPoints: number
  /** Categories that can be tipped in the open competition. */
  categories: number
  segments: Segment[]
  /** Categories without a tip that still take one, with when they close (null: open until a race ends it). */
  notTipped: { category: string; closes: string | null }[]
}

const sum = (tips: readonly Tip[]): number => tips.reduce((points, tip) => points + tip.points, 0)

/** A tip with neither a source nor a group counts as a sector tip: the open competition came before groups. */
const isSectorTip = ({ tipSource, groupId }: Pick<Tip, 'groupId'> & { tipSource?: Tip['tipSource'] }): boolean =>
  tipSource === 'sector' || (tipSource === undefined && groupId === null)

const segmentOf = ({ tip, counting }: CategoryCard, now: number): Segment => {
  if (!tip) return 'open'
  if (isOut(tip.car)) return 'red'
  return firstOpen(counting, now) ? 'green' : 'grey'
}

/** What My Tips shows of a weekend. */
export const summaryOf = (
  tips: readonly Tip[],
  races: readonly Race[],
  categories: readonly Category[],
  now: number,
): TipsSummary => {
  const sectorTips = tips.filter(isSectorTip)
  const groupTips = tips.filter((tip) => !isSectorTip(tip))
  const cards = cardsOf(races, sectorTips, categories)
  return {
    sectorTips,
    groupTips,
    sectorPoints: sum(sectorTips),
    groupPoints: sum(groupTips),
    categories: cards.length,
    segments: cards.map((card) => segmentOf(card, now)),
    notTipped: cards
      .filter(({ tip, counting }) => !tip && firstOpen(counting, now))
      .map((card) => ({ category: card.category, closes: closesAt(card) })),
  }
}
