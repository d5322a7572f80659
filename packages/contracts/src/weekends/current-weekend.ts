import type { Weekend } from './http.ts'

type Candidate = Pick<Weekend, 'id' | 'startDate' | 'endDate' | 'status' | 'isActive'>

const byStart = (a: Candidate, b: Candidate): number => a.startDate.localeCompare(b.startDate) || a.id - b.id
const byEnd = (a: Candidate, b: Candidate): number => a.endDate.localeCompare(b.endDate) || a.id - b.id

/**
 * Returns the default weekend of all screens (docs/rules.md, Weekends): the live one; else the active one that runs today
 * or, without one, starts next; else the one that ended last. `today` returns the day `YYYY-MM-DD` in the weekend's zone.
 */
export const currentWeekend = <W extends Candidate>(
  weekends: readonly W[],
  today: (weekend: W) => string,
): W | undefined => {
  const live = weekends.find(({ status }) => status === 'live')
  if (live) return live
  const [next] = weekends.filter((weekend) => weekend.isActive && today(weekend) <= weekend.endDate).toSorted(byStart)
  return (
    next ??
    weekends
      .filter((weekend) => weekend.endDate < today(weekend))
      .toSorted(byEnd)
      .at(-1)
  )
}
