import type { Entry } from '@purple-sector/contracts/tipping/http'

export const PAGE_SIZE = 100

export type BoardPage = {
  version: number
  /** Number of participants on the whole board. */
  total: number
  entries: Entry[]
  /** The caller's own entry if it is not on this page; else null. */
  ownEntry: Entry | null
}

/** The competition of a board: all fans of a weekend (`groupId` null), or one group's members. */
export type Scope = { weekendId: number; groupId: number | null }

/** Prefix of the keys of all pages of a board. */
export const boardKey = ({ weekendId, groupId }: Scope) =>
  groupId === null
    ? (['/api/weekends', weekendId, 'leaderboard'] as const)
    : (['/api/groups', groupId, 'leaderboard', weekendId] as const)

export const boardPageKey = (scope: Scope, offset = 0) => [...boardKey(scope), offset] as const

/** Returns the scope of the open competition of a weekend. */
export const openCompetition = (weekendId: number): Scope => ({ weekendId, groupId: null })

export const myStatsKey = (weekendId: number) => ['/api/weekends', weekendId, 'my-stats'] as const
