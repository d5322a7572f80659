import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'

/** Where something is reacted to: in a weekend, and in one of its groups where it was said there. */
export type Place = { weekendId: number; groupId: number | null }

export const REACTIONS_ROOT = '/api/fan-engagement/reactions'

/** What was reacted to in a place: the weekend's results, or the messages of a room. */
export const reactedKey = ({ weekendId, groupId }: Place, type: ReactionSubject['type']) =>
  [REACTIONS_ROOT, weekendId, type, type === 'result' ? null : groupId] as const

/** What reactions bring their giver: the engagement board and their own figures begin with it. */
export const ENGAGEMENT_ROOT = '/api/engagement'
