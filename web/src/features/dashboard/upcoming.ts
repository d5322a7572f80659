import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { byCategory } from '../categories/category-order.ts'
import { isOver, raceState } from '../weekends/race-state.ts'

/** The schedule lists so many, then says how many more: what comes first is what matters. */
export const SCHEDULE_LENGTH = 8

/** A race that is over without a result, cancelled or unreported, stays listed until half a day has passed. */
const TTL_MS = 12 * 3_600_000

/** Of those so many, so that a day without results leaves room for what is next. */
const MAX_KEPT = 2

const isListed = (race: Race, now: number, isAhead: boolean): boolean => {
  if (!isOver(race, now)) return true
  if (!isAhead || raceState(race, now) === 'completed') return false
  return race.scheduledStart === null || now - Date.parse(race.scheduledStart) < TTL_MS
}

const isPast = (race: Race, now: number): boolean =>
  isOver(race, now) && race.scheduledStart !== null && Date.parse(race.scheduledStart) <= now

/**
 * Races still to come, by start, those without a time last, and how many more there are. Beside those to come it lists
 * cancelled and unreported races; alone, when nothing is to come any more, it lists none of them.
 */
export const upcomingOf = (races: readonly Race[], now: number): { listed: Race[]; more: number } => {
  const isAhead = races.some((race) => !isOver(race, now))
  const listed = races.filter((race) => isListed(race, now, isAhead))
  const past = listed.filter((race) => isPast(race, now))
  const dropped = new Set(past.slice(0, -MAX_KEPT))
  const shown = listed.filter((race) => !dropped.has(race))
  return { listed: shown.slice(0, SCHEDULE_LENGTH), more: Math.max(0, shown.length - SCHEDULE_LENGTH) }
}

export type CategoryDetails = {
  category: string
  /** The most a race of it gives, practice left out; 0 where there is practice alone. */
  upTo: number
  count: number
  cancelled: number
}

/** The categories of a weekend with what each gives, for "Up to 50 pts" (docs/rules.md, Categories). */
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
