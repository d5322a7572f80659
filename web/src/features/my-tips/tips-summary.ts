import type { Group } from '@purple-sector/contracts/groups/http'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import type { Segment } from '../../ui/segments.tsx'
import { type CategoryCard, cardsOf, closesAt, firstOpen, isOut } from '../tipping/tip-card-state.ts'
import type { TipGroup } from './my-tip-row.tsx'

/** A tip made in a group, as far as the group is known. */
export type GroupTip = { tip: Tip; group: TipGroup | undefined }

export type TipsSummary = {
  sectorTips: Tip[]
  /** By the names of their groups. */
  groupTips: GroupTip[]
  sectorPoints: number
  /** Of the groups that have approved the fan: what others give is not shown either. Null while no group is known. */
  groupPoints: number | null
  /** Groups with a tip, and how many of them have yet to approve the fan. */
  groups: number
  pendingGroups: number
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

const inGroups = (tips: readonly Tip[], groups: readonly Group[]): GroupTip[] => {
  const known = new Map(
    groups.map(({ id, name, approvalStatus }) => [id, { name, isPending: approvalStatus === 'pending' }]),
  )
  return tips
    .map((tip) => ({ tip, group: known.get(tip.groupId ?? 0) }))
    .sort((one, other) => (one.group?.name ?? '').localeCompare(other.group?.name ?? ''))
}

const groupsOf = (tips: readonly GroupTip[]): number => new Set(tips.map(({ tip }) => tip.groupId)).size

/** What My Tips shows of a weekend; a tip shows without its group while the groups are not to be had. */
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
