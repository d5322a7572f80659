import type { ClientFrame } from '@purple-sector/contracts/realtime'

/** Optional topics: community news about fans at the track or in a team; projected leaderboards. */
export type SubscriptionOptions = { community?: boolean; projected?: boolean }

/** The page's subscription. */
export type Subscription = { weekendId: number | null; groupIds: readonly number[]; options: SubscriptionOptions }

export const subscriptionOf = ({
  weekendId,
  groupIds,
  options: { community, projected },
}: Subscription): ClientFrame => ({
  type: 'subscribe',
  weekendId,
  groupIds: [...groupIds],
  ...(community && { community }),
  ...(projected && { projected }),
  timingChanges: true,
})
