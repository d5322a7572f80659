import { invalidateOlderThan, type LiveFeature } from '../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../client/realtime/realtime-context.ts'

/** Prefix of the keys of all analytics queries. */
export const analyticsKey = ['/api/analytics'] as const

/** Refetches analytics when a result changes the figures of the fans who tipped the race. */
export const analyticsLive = {
  onFrame(client, frame) {
    if (frame.type === 'race_completed' || frame.type === 'result_corrected') refetchSoon(client, analyticsKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === analyticsKey[0]),
} satisfies LiveFeature
