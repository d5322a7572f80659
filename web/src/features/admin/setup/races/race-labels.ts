import type { Race } from '@purple-sector/contracts/weekends/http'

/** Statuses that can be set manually, in order. */
export const RACE_STATUSES: readonly { value: Race['status']; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'running', label: 'Running' },
  { value: 'completed', label: 'Completed' },
]

/** Whether a race can be reopened: locked, and without a result (docs/rules.md, Races). */
export const canReopen = ({ locked, resultRevision }: Pick<Race, 'locked' | 'resultRevision'>): boolean =>
  locked && resultRevision === null
