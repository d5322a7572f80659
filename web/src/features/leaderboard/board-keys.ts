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

/** Whose standings: all fans of a weekend, or one group's members. */
export type Scope = { weekendId: number; groupId: number | null }

/** All pages of a board begin with this key. */
export const boardKey = ({ weekendId, groupId }: Scope) =>
  groupId === null
    ? (['/api/weekends', weekendId, 'leaderboard'] as const)
    : (['/api/groups', groupId, 'leaderboard', weekendId] as const)

export const boardPageKey = (scope: Scope, offset = 0) => [...boardKey(scope), offset] as const

/** The open competition of a weekend. */
export const everybody = (weekendId: number): Scope => ({ weekendId, groupId: null })

export const myStatsKey = (weekendId: number) => ['/api/weekends', weekendId, 'my-stats'] as const
