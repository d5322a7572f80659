import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import { ENGAGEMENT_ROOT } from '../../reactions/reaction-keys.ts'

export const PAGE_SIZE = 100

export type EngagementPage = {
  version: number
  /** Number of fans on the whole board. */
  total: number
  entries: EngagementEntry[]
  /** The user's own entry if it is not on this page; else null. */
  ownEntry: EngagementEntry | null
}

/** Prefix of the keys of all pages of a weekend's engagement board. */
export const engagementBoardKey = (weekendId: number) => [ENGAGEMENT_ROOT, 'leaderboard', weekendId] as const
export const engagementPageKey = (weekendId: number, offset = 0) => [...engagementBoardKey(weekendId), offset] as const
export const engagementStatsKey = (weekendId: number) => [ENGAGEMENT_ROOT, 'stats', weekendId] as const
