import type { Entry, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import {
  type Scope,
  type SeasonScope,
  scopeKey,
  type View,
  type WeekendScope,
} from '@purple-sector/contracts/tipping/scope'

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

/** What every leaderboard knows of a row, of a weekend or of a season. */
export type BoardEntry = Pick<
  Entry,
  | 'userId'
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'avatarConfig'
  | 'position'
  | 'totalPoints'
  | 'positionChange'
  | 'picks'
>

/** A page of the official view. */
export type BoardPage<Row = Entry> = Rows<Row> & { version: number }

/** The first rows of the projected view. */
export type ProjectedPage = Rows<ProvisionalEntry> & { raceId: number }

/** What the cache holds of a view; a projected leaderboard is null while no session runs, or timing is paused. */
export type PageOf = { official: BoardPage; projected: ProjectedPage | null }

/** Returns the first part of the paths of a competition's season. */
export const seasonPath = ({ seasonId, groupId }: SeasonScope): string =>
  groupId === null ? `/api/seasons/${seasonId}` : `/api/groups/${groupId}/season`

const weekendBoardPath = ({ weekendId, groupId }: WeekendScope): string =>
  groupId === null ? `/api/weekends/${weekendId}/leaderboard` : `/api/groups/${groupId}/leaderboard/${weekendId}`

/** Returns the path of the calls that read a scope's leaderboard. */
export const leaderboardPath = (scope: Scope): string => {
  if (!('seasonId' in scope)) return weekendBoardPath(scope)
  return scope.groupId === null ? `${seasonPath(scope)}/leaderboard` : seasonPath(scope)
}

/** First part of the keys of all leaderboards. */
export const LEADERBOARD_ROOT = 'leaderboard'

/** Returns the key of a page, counted from 0; without a page the prefix of all pages of a view. */
export const leaderboardKey = (scope: Scope, view: View, page?: number) =>
  [LEADERBOARD_ROOT, scopeKey(scope), view, ...(page === undefined ? [] : [page])] as const

/** Returns the prefix of the keys of rows that are read by themselves; their index from 0 follows. */
export const leaderboardRowsKey = (scope: Scope) => [...leaderboardKey(scope, 'official'), 'row'] as const

export const myStatsKey = (weekendId: number) => ['/api/weekends', weekendId, 'my-stats'] as const
