import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { achievementsKey } from './achievement-keys.ts'

/** What is unlocked is told as a notification; the toast is the notifications' own. */
export const achievementLive = {
  onFrame(client, frame) {
    if (frame.type === 'notification' && frame.data.type === 'achievement') refetchSoon(client, achievementsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === achievementsKey[0]),
} satisfies LiveFeature
