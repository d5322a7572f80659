import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'

/** What a fan's analytics are asked by begins with this. */
export const analyticsKey = ['/api/analytics'] as const

/** A result moves the figures of everybody who tipped it. */
export const analyticsLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_completed' || frame.type === 'result_corrected') refetchSoon(client, analyticsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === analyticsKey[0]),
} satisfies LiveFeature
