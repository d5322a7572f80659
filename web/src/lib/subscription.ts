import type { ClientFrame } from '@purple-sector/contracts/realtime'

/** Optional topics: community news about fans at the track or in a team; projected leaderboards. */
export type More = { community?: boolean; projected?: boolean }

/** The page's subscription. */
export type Wanted = { weekendId: number | null; groupIds: readonly number[]; more: More }

export const subscriptionOf = ({ weekendId, groupIds, more: { community, projected } }: Wanted): ClientFrame => ({
  type: 'subscribe',
  weekendId,
  groupIds: [...groupIds],
  ...(community && { community }),
  ...(projected && { projected }),
  timingChanges: true,
})
