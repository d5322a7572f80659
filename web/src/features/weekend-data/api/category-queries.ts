import type { Category } from '@purple-sector/contracts/weekends/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { categoriesKey } from './category-live.ts'

/** Categories change a few times a year, and a frame reports it. */
export const categoriesQuery = queryOptions({
  queryKey: categoriesKey,
  queryFn: () => api.get<Category[]>('/api/categories'),
  staleTime: minutes(60),
  gcTime: minutes(24 * 60),
})

const NONE: readonly Category[] = []

/** Returns all categories including archived ones; none while they load, when lists are sorted by id. */
export const useCategories = (): readonly Category[] => useQuery(categoriesQuery).data ?? NONE
