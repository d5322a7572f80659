import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { isOver, raceState } from '../weekends/race-state.ts'

/** The schedule lists so many, then says how many more: what comes first is what matters. */
export const SCHEDULE_LENGTH = 8

/** A race that was cancelled, or that nobody told of, stays where people look for it until half a day has passed. */
const KEPT_MS = 12 * 3_600_000

const isListed = (race: Race, now: number): boolean => {
  if (!isOver(race, now)) return true
  if (raceState(race, now) === 'completed') return false
  return race.scheduledStart === null || now - Date.parse(race.scheduledStart) < KEPT_MS
}

/** Races still to come, by start, those without a time last, with those that came to nothing; and how many are not listed. */
export const upcomingOf = (races: readonly Race[], now: number): { listed: Race[]; more: number } => {
  const ahead = races.filter((race) => isListed(race, now))
  return { listed: ahead.slice(0, SCHEDULE_LENGTH), more: Math.max(0, ahead.length - SCHEDULE_LENGTH) }
}

export type CategoryDetails = {
  category: string
  /** The most a race of it gives, practice left out; 0 where there is practice alone. */
  upTo: number
  count: number
  cancelled: number
}

/** The categories of a weekend with what each gives, for "Up to 50 pts" (docs/rules.md, Categories). */
export const categoriesOf = (races: readonly Race[]): CategoryDetails[] => {
  return CATEGORIES.flatMap((category) => {
    const ofCategory = races.filter((race) => race.category === category)
    const paying = ofCategory.filter(({ sessionType }) => sessionType !== 'practice')
    const upTo = Math.max(0, ...paying.map(({ pointsAwarded }) => pointsAwarded.first))
    const cancelled = ofCategory.filter(({ resultStatus }) => resultStatus === 'cancelled').length
    return ofCategory.length > 0 ? [{ category, upTo, count: ofCategory.length, cancelled }] : []
  })
}
