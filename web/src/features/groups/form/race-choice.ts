import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory, type CategoryGroup } from '../../categories/category-order.ts'

type Track = { name: string; races: number; categories: CategoryGroup<Race>[] }

const startOf = ({ scheduledStart }: Race): number =>
  scheduledStart === null ? Number.POSITIVE_INFINITY : Date.parse(scheduledStart)

/** `<` of two starts, which may both be unknown. */
const earlier = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

/** The races by track, the one that is raced on first before the others, then by category, then by time. */
export const byTrack = (races: readonly Race[], categories: readonly Category[]): Track[] => {
  const sorted = races.toSorted((one, other) => earlier(startOf(one), startOf(other)) || one.id - other.id)
  return [...Map.groupBy(sorted, ({ track }) => track)].map(([name, ofTrack]) => ({
    name,
    races: ofTrack.length,
    categories: byCategory(ofTrack, categories),
  }))
}

/** So many categories of a track are shown from the start; further ones only where something of them is chosen. */
const SHOWN = 3

/** Which categories of a track are behind one row, as long as nobody wants to see them. */
export const foldedCategories = (track: Track, chosen: readonly number[]): CategoryGroup<Race>[] => {
  const folded = track.categories.filter(
    ({ items }, index) => index >= SHOWN && !items.some(({ id }) => chosen.includes(id)),
  )
  // One row in place of one category saves nothing.
  return folded.length > 1 ? folded : []
}

/** `Boost Mobile TTSO, Porsche Carrera Cup Australia and 2 more`. */
export const foldedNames = (folded: readonly CategoryGroup<Race>[]): string => {
  const names = folded.slice(0, 2).map(({ name }) => name)
  return folded.length > 2 ? `${names.join(', ')} and ${folded.length - 2} more` : names.join(' and ')
}
