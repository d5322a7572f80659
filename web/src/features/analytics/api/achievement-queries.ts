import type { Achievements } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { registerLive } from '../../../client/realtime/live-features.ts'
import { achievementsKey } from './achievement-keys.ts'
import { achievementLive } from './achievement-live.ts'

registerLive('achievements', achievementLive)

/** The fan's progress in every achievement. No frame reports progress, so it is refetched at each visit. */
export const achievementsQuery = queryOptions({
  queryKey: achievementsKey,
  queryFn: () => api.get<Achievements>('/api/achievements'),
  staleTime: 0,
})
