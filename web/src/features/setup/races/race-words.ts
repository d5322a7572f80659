import type { Race } from '@purple-sector/contracts/weekends/http'

/** The states that a race is given by hand, in their order. */
export const RACE_STATUSES: readonly { value: Race['status']; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'running', label: 'Running' },
  { value: 'completed', label: 'Completed' },
]

/** Opened again only while nothing has happened in it (docs/rules.md, Races). */
export const canReopen = ({ locked, resultRevision }: Pick<Race, 'locked' | 'resultRevision'>): boolean =>
  locked && resultRevision === null
