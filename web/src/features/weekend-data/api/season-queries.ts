import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'

export const seasonsKey = ['/api/seasons'] as const

/** All seasons, the newest year first. */
export const seasonsQuery = queryOptions({
  queryKey: seasonsKey,
  queryFn: () => api.get<Season[]>('/api/seasons'),
  staleTime: minutes(5),
})
