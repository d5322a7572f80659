import type { AuditEntry, LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'
import { timingFeedQuery } from '../../base/api/timing-feed-query.ts'
import { allSourcesKey, liveTimingKey, pausesKey } from './live-timing-keys.ts'

const POLL_MS = 5_000
/** Poll interval of a feed while it is visible, in ms. */
const FEED_POLL_MS = 2_000

export const liveTimingQuery = queryOptions({
  queryKey: liveTimingKey,
  queryFn: () => api.get<LiveTimingStatus>('/api/live-timing/status'),
  refetchInterval: POLL_MS,
})

/** The timing sources of a weekend's races. */
export const sourcesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [...allSourcesKey, weekendId] as const,
    queryFn: () => api.get<TimingSource[]>(`/api/live-timing/sources?weekendId=${weekendId}`),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })

/** The feed of a race, polled. */
export const watchedFeedQuery = (raceId: number) => ({ ...timingFeedQuery(raceId), refetchInterval: FEED_POLL_MS })

/** The latest ten pauses and resumptions. */
export const pausesQuery = queryOptions({
  queryKey: pausesKey,
  queryFn: () => api.get<AuditEntry[]>('/api/admin/audit?action=live-timing.paused,live-timing.resumed&limit=10'),
})
