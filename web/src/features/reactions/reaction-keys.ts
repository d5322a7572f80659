import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'

/** Where a subject is: in a weekend (results, race chat), or in one of its groups (group chat). */
export type ReactionScope = { weekendId: number; groupId: number | null }

export const REACTIONS_ROOT = '/api/fan-engagement/reactions'

/** Key of the reactions in a place: to the weekend's results, or to the messages of a room. */
export const reactedKey = ({ weekendId, groupId }: ReactionScope, type: ReactionSubject['type']) =>
  [REACTIONS_ROOT, weekendId, type, type === 'result' ? null : groupId] as const

/** Prefix of the keys of engagement, which reactions change: the board and the user's figures. */
export const ENGAGEMENT_ROOT = '/api/engagement'
