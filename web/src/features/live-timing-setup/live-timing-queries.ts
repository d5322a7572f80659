import type { AuditEntry, LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { liveTimingKey, pausesKey } from './live-timing-keys.ts'
import { liveTimingLive } from './live-timing-live.ts'

registerLive('live-timing-setup', liveTimingLive)

const POLL_MS = 5_000

export const liveTimingQuery = queryOptions({
  queryKey: liveTimingKey,
  queryFn: () => api.get<LiveTimingStatus>('/api/live-timing/status'),
  refetchInterval: POLL_MS,
})

/** Who paused it and let it go on, the latest ten. */
export const pausesQuery = queryOptions({
  queryKey: pausesKey,
  queryFn: () => api.get<AuditEntry[]>('/api/admin/audit?action=live-timing.paused,live-timing.resumed&limit=10'),
})
