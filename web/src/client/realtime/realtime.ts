import type { ClientFrame, ServerFrame } from '@purple-sector/contracts/realtime'

/** Optional topics: community news about fans at the track or in a team; projected leaderboards; those of a season. */
export type SubscriptionOptions = { community?: boolean; projected?: boolean; seasonId?: number | undefined }

/** The page's subscription. */
export type Subscription = { weekendId: number | null; groupIds: readonly number[]; options: SubscriptionOptions }

export const subscriptionOf = ({
  weekendId,
  groupIds,
  options: { community, projected, seasonId },
}: Subscription): ClientFrame => ({
  type: 'subscribe',
  weekendId,
  groupIds: [...groupIds],
  ...(community && { community }),
  ...(projected && { projected }),
  ...(seasonId !== undefined && { seasonId }),
  timingChanges: true,
})

/** Parses a frame of the socket; undefined if it is invalid. */
export const readFrame = (text: unknown): ServerFrame | undefined => {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    console.warn('A realtime message could not be read', error)
    return undefined
  }
}

export type RealtimeStatus = {
  isConnected: boolean
  /** When the connection was lost, or first failed, in ms; null while connected or during the first attempt. */
  lostAt: number | null
  /** When it is retried, in ms; null while no retry is scheduled, `never` once the server closed for good. */
  retryAt: number | 'never' | null
}

export type Realtime = {
  /**
   * Follows this weekend and these groups from now on, instead of earlier ones; null: only changes of which weekends
   * exist.
   *
   * A group that the server does not grant yet is subscribed to again when a frame says that it changed.
   */
  subscribe(weekendId: number | null, groupIds?: readonly number[], options?: SubscriptionOptions): void
  onFrame(listener: (frame: ServerFrame) => void): () => void
  onStatus(listener: () => void): () => void
  status(): RealtimeStatus
  close(): void
}
