import type { Entry, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import { scopeKey, type View, type WeekendScope } from '@purple-sector/contracts/tipping/scope'

/** Rows of a page of the official view. */
export const PAGE_SIZE = 100

/** Rows of the projected view: those of a frame. */
export const PROJECTED_ROWS = 20

type Rows<Row> = {
  /** Number of participants on the whole leaderboard. */
  total: number
  entries: Row[]
  /** The fan's own entry if it is not on this page; else null. */
  ownEntry: Row | null
}

/** A page of the official view. */
export type BoardPage = Rows<Entry> & { version: number }

/** The first rows of the projected view. */
export type ProjectedPage = Rows<ProvisionalEntry> & { raceId: number }

/** What the cache holds of a view; a projected leaderboard is null while no session runs, or timing is paused. */
export type PageOf = { official: BoardPage; projected: ProjectedPage | null }

/** Returns the path of the calls that read a scope's leaderboard. */
export const leaderboardPath = ({ weekendId, groupId }: WeekendScope): string =>
  groupId === null ? `/api/weekends/${weekendId}/leaderboard` : `/api/groups/${groupId}/leaderboard/${weekendId}`

/** First part of the keys of all leaderboards. */
export const LEADERBOARD_ROOT = 'leaderboard'

/** Returns the key of a page, counted from 0; without a page the prefix of all pages of a view. */
export const leaderboardKey = (scope: WeekendScope, view: View, page?: number) =>
  [LEADERBOARD_ROOT, scopeKey(scope), view, ...(page === undefined ? [] : [page])] as const

export const myStatsKey = (weekendId: number) => ['/api/weekends', weekendId, 'my-stats'] as const
