import { invalidateOlderThan, type LiveFeature } from '../../client/realtime/live-features.ts'
import { refetchSoon } from '../../client/realtime/realtime-context.ts'

export const heatMapKey = (weekendId: number) => ['/api/weekends', weekendId, 'heat-map'] as const

/** Refetches the heat map when a frame reports a change by results, entries or names. */
export const heatMapLive = {
  onFrame(client, frame) {
    if (frame.type === 'heat_map_updated') refetchSoon(client, heatMapKey(frame.data.weekendId))
  },
  onReconnect: (client, since) =>
    invalidateOlderThan(client, since, ([root, , part]) => root === '/api/weekends' && part === 'heat-map'),
} satisfies LiveFeature
