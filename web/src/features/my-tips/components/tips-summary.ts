import type { Group } from '@purple-sector/contracts/groups/http'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import type { Segment } from '../../../ui/racing/segments.tsx'
import { type CategoryCard, cardsOf, closesAt, firstOpen, isOut } from '../../tipping/api/tip-card-state.ts'
import type { TipGroup } from './my-tip-row.tsx'

/** A tip made in a group; the group is undefined while unknown. */
export type GroupTip = { tip: Tip; group: TipGroup | undefined }

export type TipsSummary = {
  sectorTips: Tip[]
  /** Sorted by the names of their groups. */
  groupTips: GroupTip[]
  sectorPoints: number
  /** Points in groups that have approved the fan; other groups' points are hidden too. Null while no group is known. */
  groupPoints: number | null
  /** Number of groups with a tip, and of those where the fan is pending. */
  groups: number
  pendingGroups: number
  /** Number of categories that can be tipped in the open competition. */
  categories: number
  segments: Segment[]
  /** Categories without a tip that still accept one, with their closing time (null: until a race closes it). */
  notTipped: { category: string; closes: string | null }[]
}

const sum = (tips: readonly Tip[]): number => tips.reduce((points, tip) => points + tip.points, 0)

/** A tip without source and group is a sector tip: the open competition is older than groups. */
const isSectorTip = ({ tipSource, groupId }: Pick<Tip, 'groupId'> & { tipSource?: Tip['tipSource'] }): boolean =>
  tipSource === 'sector' || (tipSource === undefined && groupId === null)

const segmentOf = ({ tip, counting }: CategoryCard, now: number): Segment => {
  if (!tip) return 'open'
  if (isOut(tip.car)) return 'red'
  return firstOpen(counting, now) ? 'green' : 'grey'
}

const inGroups = (tips: readonly Tip[], groups: readonly Group[]): GroupTip[] => {
  const groupsById = new Map(
    groups.map(({ id, name, approvalStatus }) => [id, { name, isPending: approvalStatus === 'pending' }]),
  )
  return tips
    .map((tip) => ({ tip, group: groupsById.get(tip.groupId ?? 0) }))
    .sort((a, b) => (a.group?.name ?? '').localeCompare(b.group?.name ?? ''))
}

const groupsOf = (tips: readonly GroupTip[]): number => new Set(tips.map(({ tip }) => tip.groupId)).size

/** Computes the summary of My Tips for a weekend; tips appear without group while the groups fail to load. */
export const summaryOf = (
  tips: readonly Tip[],
  races: readonly Race[],
  categories: readonly Category[],
  groups: readonly Group[] | undefined,
  now: number,
): TipsSummary => {
  const sectorTips = tips.filter(isSectorTip)
  const groupTips = inGroups(
    tips.filter((tip) => !isSectorTip(tip)),
    groups ?? [],
  )
  const pending = groupTips.filter(({ group }) => group?.isPending)
  const cards = cardsOf(races, sectorTips, categories)
  return {
    sectorTips,
    groupTips,
    sectorPoints: sum(sectorTips),
    groupPoints: groups ? sum(groupTips.filter((tip) => !pending.includes(tip)).map(({ tip }) => tip)) : null,
    groups: groupsOf(groupTips),
    pendingGroups: groupsOf(pending),
    categories: cards.length,
    segments: cards.map((card) => segmentOf(card, now)),
    notTipped: cards
      .filter(({ tip, counting }) => !tip && firstOpen(counting, now))
      .map((card) => ({ category: card.category, closes: closesAt(card) })),
  }
}
