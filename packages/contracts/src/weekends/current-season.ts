import type { Weekend } from './http.ts'
import type { Season } from './seasons.ts'

type Candidate = Pick<Season, 'id' | 'year' | 'status'> & {
  weekends: readonly { weekendId: number }[]
  /** When an administrator completed it; null before. */
  completedAt: Date | null
}

/**
 * Returns the current season (docs/rules.md, Seasons): the active one; else the upcoming one whose first weekend starts
 * next; else the one completed last. An upcoming season whose first weekend has started comes after those that start next,
 * and one without weekends after all others. `today` returns the day `YYYY-MM-DD` in the weekend's zone.
 */
export const currentSeason = <S extends Candidate, W extends Pick<Weekend, 'id' | 'startDate'>>(
  seasons: readonly S[],
  weekends: readonly W[],
  today: (weekend: W) => string,
): S | undefined => {
  const active = seasons.find(({ status }) => status === 'active')
  if (active) return active
  const weekendsById = new Map(weekends.map((weekend) => [weekend.id, weekend]))
  const firstWeekend = ({ weekends: rounds }: S): W | undefined =>
    rounds
      .flatMap(({ weekendId }) => weekendsById.get(weekendId) ?? [])
      .toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.id - b.id)[0]

  const upcoming = seasons.filter(({ status }) => status === 'upcoming')
  const scheduled = upcoming
    .flatMap((season) => {
      const first = firstWeekend(season)
      return first ? [{ season, start: first.startDate, isAhead: first.startDate >= today(first) }] : []
    })
    .toSorted((a, b) => a.start.localeCompare(b.start) || a.season.id - b.season.id)
  const next = scheduled.find(({ isAhead }) => isAhead) ?? scheduled.at(-1)
  if (next) return next.season
  const completed = seasons
    .filter(({ status }) => status === 'completed')
    .toSorted((a, b) => (a.completedAt?.getTime() ?? 0) - (b.completedAt?.getTime() ?? 0) || a.id - b.id)
  return completed.at(-1) ?? upcoming.toSorted((a, b) => a.year - b.year || a.id - b.id)[0]
}
