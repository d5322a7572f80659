import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../../client/realtime/realtime-context.ts'
import { liveTimingKey, pausesKey, TIMING_ROOT } from './live-timing-keys.ts'

/** Applies pauses by other administrators; the number of viewers is refetched. */
export const liveTimingLive = {
  onFrame(client, frame) {
    if (frame.type !== 'live_timing_status') return
    patchPart<LiveTimingStatus>(client, liveTimingKey, (status) => status && { ...status, ...frame.data })
    refetchSoon(client, pausesKey)
  },
  onReconnect: (client, since) =>
    invalidateOlderThan(client, since, ([root]) => String(root).startsWith(TIMING_ROOT) || root === pausesKey[0]),
  isRaceControl: true,
} satisfies LiveFeature
