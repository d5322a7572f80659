import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** The schedule lists so many, then says how many more: what comes first is what matters. */
export const SCHEDULE_LENGTH = 8

/** Races still to come, by start, those without a time last; and how many are not listed. */
export const upcomingOf = (races: readonly Race[]): { listed: Race[]; more: number } => {
  const ahead = races.filter(({ status }) => status !== 'completed')
  return { listed: ahead.slice(0, SCHEDULE_LENGTH), more: Math.max(0, ahead.length - SCHEDULE_LENGTH) }
}

/** The categories of a weekend with the most a race of theirs gives, for "Up to 50 pts" (docs/rules.md, Categories). */
export const categoriesOf = (races: readonly Race[]): { category: string; upTo: number; count: number }[] => {
  return CATEGORIES.flatMap((category) => {
    const ofCategory = races.filter((race) => race.category === category)
    const upTo = Math.max(0, ...ofCategory.map(({ pointsAwarded }) => pointsAwarded.first))
    return ofCategory.length > 0 ? [{ category, upTo, count: ofCategory.length }] : []
  })
}
