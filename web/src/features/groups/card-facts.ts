import { MAIN_POINTS, type Points, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory, offered } from '../categories/category-order.ts'

/** What a category of a group with points of its own gives where none are said. */
export const STANDARD_POINTS: Points = { first: 25, second: 18, third: 15 }

/** Practice never counts (docs/rules.md, Scoring). */
export const counts = ({ sessionType }: Pick<Race, 'sessionType'>): boolean => sessionType !== 'practice'

/** The races of its weekend that count in a group: its selection, which saved empty means all. */
export const racesOf = ({ selectedRaceIds }: Pick<Group, 'selectedRaceIds'>, races: readonly Race[]): Race[] =>
  races.filter((race) => counts(race) && (selectedRaceIds.length === 0 || selectedRaceIds.includes(race.id)))

/**
 * The races that count for tips: of those that are open the present selection, of those that have locked the one in force
 * then (docs/rules.md, Scoring), as far as it is known.
 */
export const racesForTips = (
  group: Pick<Group, 'selectedRaceIds'>,
  races: readonly Race[],
  progress: readonly Pick<RaceProgress, 'raceId'>[] | undefined,
): Race[] => {
  const selected = racesOf(group, races)
  if (!progress) return selected
  const counted = new Set(progress.map(({ raceId }) => raceId))
  return races.filter((race) => (race.locked ? counted.has(race.id) : selected.includes(race)))
}

/** How many races count; of another weekend than the one shown the races are not known: then what was selected says. */
export const selectedCount = (
  group: Pick<Group, 'selectedRaceIds'>,
  races: readonly Race[] | undefined,
): number | 'All' => (races ? racesOf(group, races).length : group.selectedRaceIds.length || 'All')

type PointsLine = { name: string; points: Points }

const standardLines = (categories: readonly Category[]): PointsLine[] => {
  const main = categories.find(({ isMain }) => isMain)
  return [
    ...(main ? [{ name: main.name, points: MAIN_POINTS }] : []),
    { name: 'Support categories', points: SUPPORT_POINTS },
  ]
}

/** What the categories of a group give, in their order; those of its races, as far as these are known. */
export const pointsLines = (
  group: Pick<Group, 'selectedRaceIds' | 'useCustomPointSystem' | 'customPointSystem'>,
  races: readonly Race[] | undefined,
  categories: readonly Category[],
): PointsLine[] => {
  if (!group.useCustomPointSystem) return standardLines(categories)
  const own = group.customPointSystem
  const named = races
    ? byCategory(racesOf(group, races), categories).map(({ name }) => name)
    : offered(categories.map((category) => ({ ...category, archived: false })))
        .map(({ name }) => name)
        .filter((name) => own[name])
  return named.map((name) => ({ name, points: own[name] ?? STANDARD_POINTS }))
}
