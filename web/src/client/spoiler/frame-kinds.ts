import type { ServerFrame } from '@purple-sector/contracts/realtime'

const scopeOf = ({ weekendId, groupId }: { weekendId: number; groupId: number | null }): string =>
  `${weekendId}/${groupId}`

/**
 * Key of the state that a frame carries as a whole; a newer frame of the same key replaces it.
 *
 * Undefined where every frame counts: messages and notifications.
 */
export const stateOf = (frame: ServerFrame): string | undefined => {
  switch (frame.type) {
    case 'timing_update':
    case 'race_status':
      return `${frame.type} ${'raceId' in frame.data ? frame.data.raceId : frame.data.id}`
    case 'leaderboard_update':
    case 'my_standing':
    case 'projected_leaderboard':
      return `${frame.type} ${scopeOf(frame.data)}`
    case 'heat_map_updated':
    case 'engagement_board':
    case 'poll_update':
      return `${frame.type} ${frame.data.weekendId}`
    case 'engagement_update':
      return `${frame.type} ${scopeOf(frame.data)} ${frame.data.subject.type} ${frame.data.subject.id}`
    default:
      return undefined
  }
}
