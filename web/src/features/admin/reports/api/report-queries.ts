import type { Report } from '@purple-sector/contracts/admin/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'
import { minutes } from '../../../../client/api/query-client.ts'
import { reportsKey } from './report-keys.ts'
import { isUnderWay } from './reports.ts'

/**
 * Poll interval of a pending report in ms: frames may be missed, as the gateway caches an administrator's role for some
 * minutes only.
 */
const POLL_MS = 3_000

export const reportsQuery = queryOptions({
  queryKey: reportsKey,
  queryFn: () => api.get<Report[]>('/api/admin/reports'),
  staleTime: minutes(5),
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
})
