import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** The schedule lists so many, then says how many more: what comes first is what matters. */
export const SCHEDULE_LENGTH = 8

/** Sessions still to come, by start, those without a time last; and how many are not listed. */
export const upcomingOf = (races: readonly Race[]): { listed: Race[]; more: number } => {
  const ahead = races.filter(({ status }) => status !== 'completed')
  return { listed: ahead.slice(0, SCHEDULE_LENGTH), more: Math.max(0, ahead.length - SCHEDULE_LENGTH) }
}

/** The categories of a weekend with the most a session of theirs gives, for "Up to 50 pts" (docs/rules.md, Categories). */
export const categoriesOf = (races: readonly Race[]): { category: string; upTo: number; sessions: number }[] => {
  return CATEGORIES.flatMap((category) => {
    const sessions = races.filter((race) => race.category === category)
    const upTo = Math.max(0, ...sessions.map(({ pointsAwarded }) => pointsAwarded.first))
    return sessions.length > 0 ? [{ category, upTo, sessions: sessions.length }] : []
  })
}
