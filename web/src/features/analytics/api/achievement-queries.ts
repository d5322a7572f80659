import type { Achievements } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { achievementsKey } from './achievement-keys.ts'

/** The fan's progress in every achievement. No frame reports progress, so it is refetched at each visit. */
export const achievementsQuery = queryOptions({
  queryKey: achievementsKey,
  queryFn: () => api.get<Achievements>('/api/achievements'),
  staleTime: 0,
})
