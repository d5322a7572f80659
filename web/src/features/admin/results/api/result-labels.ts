import type { Race } from '@purple-sector/contracts/weekends/http'
import type { BadgeVariant } from '../../../../ui/theme/surfaces.ts'
import type { ResultStatus } from './draft.ts'

export const RESULT_STATUSES: Record<ResultStatus, string> = {
  provisional: 'Provisional',
  official: 'Official',
  amended: 'Amended',
  cancelled: 'Cancelled',
}

/** Tones by status: yellow while it may change, green when final, red when cancelled. */
export const RESULT_TONES: Record<ResultStatus, BadgeVariant> = {
  provisional: 'yellow',
  official: 'green',
  amended: 'plain',
  cancelled: 'red',
}

/** Returns the points of the first three places; null for practice. */
export const pointsOf = ({ sessionType, pointsAwarded: { first, second, third } }: Race): number[] | null =>
  sessionType === 'practice' ? null : [first, second, third]
