import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { achievementsKey } from './achievement-keys.ts'

/** Refetches achievements when one is unlocked; the toast belongs to the notifications feature. */
export const achievementLive = {
  onFrame(client, frame) {
    if (frame.type === 'notification' && frame.data.type === 'achievement') refetchSoon(client, achievementsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === achievementsKey[0]),
} satisfies LiveFeature
