import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../../weekend-data/api/category-order.ts'
import { isOver, raceState } from '../../weekend-data/api/race-state.ts'

/** Number of listed races; the rest is only counted. */
export const SCHEDULE_LENGTH = 8

/** A race that is over without a result (cancelled or unreported) stays listed for half a day, in ms. */
const TTL_MS = 12 * 3_600_000

/** Maximum number of such races, so that a day without results leaves room for upcoming ones. */
const MAX_KEPT = 2

const isListed = (race: Race, now: number, isAhead: boolean): boolean => {
  if (!isOver(race, now)) return true
  if (!isAhead || raceState(race, now) === 'completed') return false
  return race.scheduledStart === null || now - Date.parse(race.scheduledStart) < TTL_MS
}

const isPast = (race: Race, now: number): boolean =>
  isOver(race, now) && race.scheduledStart !== null && Date.parse(race.scheduledStart) <= now

/**
 * Returns the upcoming races by start, those without a time last, and how many more there are.
 * Cancelled and unreported races are listed only beside upcoming ones.
 */
export const upcomingOf = (races: readonly Race[], now: number): { listedRaces: Race[]; more: number } => {
  const isAhead = races.some((race) => !isOver(race, now))
  const listedRaces = races.filter((race) => isListed(race, now, isAhead))
  const past = listedRaces.filter((race) => isPast(race, now))
  const omitted = new Set(past.slice(0, -MAX_KEPT))
  const visible = listedRaces.filter((race) => !omitted.has(race))
  return { listedRaces: visible.slice(0, SCHEDULE_LENGTH), more: Math.max(0, visible.length - SCHEDULE_LENGTH) }
}

export type CategoryDetails = {
  category: string
  /** Maximum points of one of its races, practice excluded; 0 if it has only practice. */
  upTo: number
  count: number
  cancelled: number
}

/** Returns the categories of a weekend with their maximum points, for "Up to 50 pts" (docs/rules.md, Categories). */
export const categoriesOf = (races: readonly Race[], categories: readonly Category[]): CategoryDetails[] =>
  byCategory(races, categories).map(({ name, items }) => {
    const paying = items.filter(({ sessionType }) => sessionType !== 'practice')
    return {
      category: name,
      upTo: Math.max(0, ...paying.map(({ pointsAwarded }) => pointsAwarded.first)),
      count: items.length,
      cancelled: items.filter(({ resultStatus }) => resultStatus === 'cancelled').length,
    }
  })
