import type { Weekend } from './http.ts'

type Candidate = Pick<Weekend, 'id' | 'startDate' | 'endDate' | 'status' | 'isActive'>

const byStart = (a: Candidate, b: Candidate): number => a.startDate.localeCompare(b.startDate) || a.id - b.id
const byEnd = (a: Candidate, b: Candidate): number => a.endDate.localeCompare(b.endDate) || a.id - b.id

/**
 * The weekend everybody looks at (docs/rules.md, Weekends): the live one; else the active one that runs today or, where none
 * does, starts next; else the one that ended last. `today` says which day `YYYY-MM-DD` it is in the weekend's own zone.
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
