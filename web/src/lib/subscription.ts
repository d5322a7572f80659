import type { ClientFrame } from '@purple-sector/contracts/realtime'

/** What else is told: the news about who is trackside, or in a team; the boards as they stand. */
export type More = { community?: boolean; projected?: boolean }

/** What the page follows. */
export type Wanted = { weekendId: number | null; groupIds: readonly number[]; more: More }

export const subscriptionOf = ({ weekendId, groupIds, more: { community, projected } }: Wanted): ClientFrame => ({
  type: 'subscribe',
  weekendId,
  groupIds: [...groupIds],
  ...(community && { community }),
  ...(projected && { projected }),
  timingChanges: true,
})
