import type { Achievements } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { achievementsKey } from './achievement-keys.ts'
import { achievementLive } from './achievement-live.ts'

registerLive('achievements', achievementLive)

/** How far the fan is with every achievement. Progress is told by nobody: it is asked for at each visit. */
export const achievementsQuery = queryOptions({
  queryKey: achievementsKey,
  queryFn: () => api.get<Achievements>('/api/achievements'),
  staleTime: 0,
})
