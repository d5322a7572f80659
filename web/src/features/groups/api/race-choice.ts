import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory, type CategoryGroup } from '../../weekend-data/api/category-order.ts'

type Track = { name: string; races: number; categories: CategoryGroup<Race>[] }

const startOf = ({ scheduledStart }: Race): number =>
  scheduledStart === null ? Number.POSITIVE_INFINITY : Date.parse(scheduledStart)

/** Compares two start times, either of which may be unknown. */
const earlier = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Groups races by track (earliest start first), then category, then time. */
export const byTrack = (races: readonly Race[], categories: readonly Category[]): Track[] => {
  const sorted = races.toSorted((a, b) => earlier(startOf(a), startOf(b)) || a.id - b.id)
  return [...Map.groupBy(sorted, ({ track }) => track)].map(([name, ofTrack]) => ({
    name,
    races: ofTrack.length,
    categories: byCategory(ofTrack, categories),
  }))
}

/** Number of categories of a track that are always visible; further ones only when they contain a selected race. */
const VISIBLE_CATEGORIES = 3

/** Returns the categories of a track that are collapsed into one row until expanded. */
export const foldedCategories = (track: Track, chosenIds: readonly number[]): CategoryGroup<Race>[] => {
  const folded = track.categories.filter(
    ({ items }, index) => index >= VISIBLE_CATEGORIES && !items.some(({ id }) => chosenIds.includes(id)),
  )
  // Collapsing a single category saves no space.
  return folded.length > 1 ? folded : []
}

/** Formats the collapsed categories: `Boost Mobile TTSO, Porsche Carrera Cup Australia and 2 more`. */
export const foldedNames = (folded: readonly CategoryGroup<Race>[]): string => {
  const names = folded.slice(0, 2).map(({ name }) => name)
  return folded.length > 2 ? `${names.join(', ')} and ${folded.length - 2} more` : names.join(' and ')
}
