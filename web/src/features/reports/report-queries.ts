import type { Report } from '@purple-sector/contracts/admin/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'
import { reportsKey } from './report-keys.ts'
import { isUnderWay } from './reports.ts'
import { reportsLive } from './reports-live.ts'

registerLive('reports', reportsLive)

/** While one is under way a frame may be missed: the gateway knows an administrator only for some minutes. */
const POLL_MS = 3_000

export const reportsQuery = queryOptions({
  queryKey: reportsKey,
  queryFn: () => api.get<Report[]>('/api/admin/reports'),
  staleTime: minutes(5),
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
})
