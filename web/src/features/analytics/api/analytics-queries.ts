import type { Performance, WeekendFigures } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'

/** Prefix of the keys of all analytics queries. */
export const analyticsKey = ['/api/analytics'] as const

export const performanceQuery = queryOptions({
  queryKey: [...analyticsKey, 'performance'],
  queryFn: () => api.get<Performance>('/api/analytics/performance'),
  staleTime: 0,
})

/** The fan's figures of each weekend, latest first. */
export const historyQuery = queryOptions({
  queryKey: [...analyticsKey, 'history'],
  queryFn: () => api.get<WeekendFigures[]>('/api/analytics/history'),
  staleTime: 0,
})
