import type { Category } from '@purple-sector/contracts/weekends/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'
import { categoriesKey, categoryLive } from './category-live.ts'

registerLive('categories', categoryLive)

/** They change a few times a year, and a frame tells when they do. */
export const categoriesQuery = queryOptions({
  queryKey: categoriesKey,
  queryFn: () => api.get<Category[]>('/api/categories'),
  staleTime: minutes(60),
  gcTime: minutes(24 * 60),
})

const NONE: readonly Category[] = []

/** All categories, archived ones too; none as long as they are not here: lists then go by their ids. */
export const useCategories = (): readonly Category[] => useQuery(categoriesQuery).data ?? NONE
