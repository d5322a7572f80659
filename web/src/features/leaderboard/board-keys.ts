import type { Entry } from '@purple-sector/contracts/tipping/http'

export const PAGE_SIZE = 100

export type BoardPage = {
  version: number
  /** Participants of the whole board. */
  total: number
  entries: Entry[]
  /** The caller's own entry, where it lies outside of this page. */
  own: Entry | null
}

/** All pages of a weekend's board begin with this key. */
export const boardKey = (weekendId: number) => ['/api/weekends', weekendId, 'leaderboard'] as const

export const boardPageKey = (weekendId: number, offset = 0) => [...boardKey(weekendId), offset] as const

export const myStatsKey = (weekendId: number) => ['/api/weekends', weekendId, 'my-stats'] as const
