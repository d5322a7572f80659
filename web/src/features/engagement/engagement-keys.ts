import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import { ENGAGEMENT_ROOT } from '../reactions/reaction-keys.ts'

export const PAGE_SIZE = 100

export type EngagementPage = {
  version: number
  /** Fans of the whole board. */
  total: number
  entries: EngagementEntry[]
  /** The reader's own entry, where it lies outside of this page. */
  own: EngagementEntry | null
}

/** All pages of a weekend's engagement board begin with this key. */
export const engagementBoardKey = (weekendId: number) => [ENGAGEMENT_ROOT, 'leaderboard', weekendId] as const
export const engagementPageKey = (weekendId: number, offset = 0) => [...engagementBoardKey(weekendId), offset] as const
export const engagementStatsKey = (weekendId: number) => [ENGAGEMENT_ROOT, 'stats', weekendId] as const
