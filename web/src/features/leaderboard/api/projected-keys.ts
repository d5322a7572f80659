import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Scope } from './leaderboard-keys.ts'

/** A projected leaderboard: null while no session runs, or timing is paused. */
export type ProjectedBoardData = {
  raceId: number
  entries: ProvisionalEntry[]
  total: number
  /** The fan's own entry if it is not among the first rows; else null. */
  ownEntry: ProvisionalEntry | null
} | null

/** Key of a projected leaderboard, which must never share the prefix of official ones. */
export const projectedKey = ({ weekendId, groupId }: Scope) => ['as it stands', weekendId, groupId] as const
