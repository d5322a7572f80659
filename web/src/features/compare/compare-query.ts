import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'

/** The signed-in fan beside another, over the current season. */
export const compareQuery = (userId: string) =>
  queryOptions({
    queryKey: ['/api/compare', userId],
    queryFn: () => api.get<Comparison>(`/api/compare/${encodeURIComponent(userId)}`),
  })
