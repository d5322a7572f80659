import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Scope } from '../leaderboard/board-keys.ts'

/** A board as it stands: null where no session runs, or timing is paused. */
export type Standing = {
  raceId: number
  entries: ProvisionalEntry[]
  total: number
  /** The fan's own, where it lies outside of the first rows. */
  own: ProvisionalEntry | null
} | null

/** The boards as they stand: never among the official ones. */
export const projectedKey = ({ weekendId, groupId }: Scope) => ['as it stands', weekendId, groupId] as const
