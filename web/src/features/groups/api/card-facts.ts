import { MAIN_POINTS, type Points, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory, offered } from '../../weekend-data/api/category-order.ts'

/** Points of a category in a group with custom points that defines none for it. */
export const STANDARD_POINTS: Points = { first: 25, second: 18, third: 15 }

/** Whether a race can count; practice never does (docs/rules.md, Scoring). */
export const counts = ({ sessionType }: Pick<Race, 'sessionType'>): boolean => sessionType !== 'practice'

/** Returns the races that count in a group: its selection; an empty selection means all. */
export const racesOf = ({ selectedRaceIds }: Pick<Group, 'selectedRaceIds'>, races: readonly Race[]): Race[] =>
  races.filter((race) => counts(race) && (selectedRaceIds.length === 0 || selectedRaceIds.includes(race.id)))

/**
 * Returns the races that count for tips: open races by the current selection, locked ones by the selection in force
 * when they locked (docs/rules.md, Scoring), where known.
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

/** Returns how many races count; from the saved selection where the races are unknown, as for another weekend. */
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

/** Returns the points of each category of a group, in order; of the categories of its races where these are known. */
export const pointsLines = (
  group: Pick<Group, 'selectedRaceIds' | 'useCustomPointSystem' | 'customPointSystem'>,
  races: readonly Race[] | undefined,
  categories: readonly Category[],
): PointsLine[] => {
  if (!group.useCustomPointSystem) return standardLines(categories)
  const customPoints = group.customPointSystem
  const categoriesOfRaces = races
    ? byCategory(racesOf(group, races), categories).map(({ name }) => name)
    : offered(categories.map((category) => ({ ...category, archived: false })))
        .map(({ name }) => name)
        .filter((name) => customPoints[name])
  return categoriesOfRaces.map((name) => ({ name, points: customPoints[name] ?? STANDARD_POINTS }))
}
