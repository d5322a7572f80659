import type { Race } from '@purple-sector/contracts/weekends/http'
import type { BadgeTone } from '../../ui/badge.tsx'
import type { ResultStatus } from './draft.ts'

export const RESULT_STATUSES: Record<ResultStatus, string> = {
  provisional: 'Provisional',
  official: 'Official',
  amended: 'Amended',
  cancelled: 'Cancelled',
}

/** Caution while it may change, green once it stands; withdrawn is red. */
export const RESULT_TONES: Record<ResultStatus, BadgeTone> = {
  provisional: 'yellow',
  official: 'green',
  amended: 'plain',
  cancelled: 'red',
}

/** What 1st, 2nd and 3rd are worth; a practice is worth nothing. */
export const pointsOf = ({ sessionType, pointsAwarded: { first, second, third } }: Race): number[] | null =>
  sessionType === 'practice' ? null : [first, second, third]
