import { invalidateOlderThan, type LiveFeature } from '../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../client/realtime/realtime-context.ts'
import { achievementsKey } from './achievement-keys.ts'

/** Refetches achievements when one is unlocked; the toast belongs to the notifications feature. */
export const achievementLive = {
  onFrame(client, frame) {
    if (frame.type === 'notification' && frame.data.type === 'achievement') refetchSoon(client, achievementsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === achievementsKey[0]),
} satisfies LiveFeature
