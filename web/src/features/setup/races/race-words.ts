import type { Race } from '@purple-sector/contracts/weekends/http'
import type { BadgeTone } from '../../../ui/badge.tsx'

/** A race's states in their order, with the badge of each. */
export const RACE_STATUSES: readonly { value: Race['status']; label: string; tone: BadgeTone }[] = [
  { value: 'upcoming', label: 'Upcoming', tone: 'quiet' },
  { value: 'running', label: 'Running', tone: 'running' },
  { value: 'completed', label: 'Completed', tone: 'completed' },
]

export const statusWords = (status: Race['status']): { label: string; tone: BadgeTone } =>
  RACE_STATUSES.find(({ value }) => value === status) ?? { label: status, tone: 'quiet' }

/** Opened again only while nothing has happened in it (docs/rules.md, Races). */
export const canReopen = ({ locked, resultRevision }: Pick<Race, 'locked' | 'resultRevision'>): boolean =>
  locked && resultRevision === null
