import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'

/** What the timing source of a race sent, also while timing is paused; fields are null before anything arrived. */
export const timingFeedQuery = (raceId: number) =>
  queryOptions({
    queryKey: ['/api/live-timing/races', raceId, 'feed'] as const,
    queryFn: ({ signal }) => api.get<TimingFeed>(`/api/live-timing/races/${raceId}/feed`, { signal }),
    staleTime: 0,
  })
