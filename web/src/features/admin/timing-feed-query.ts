import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What came in of a race, also while timing is paused; nulls where nothing did. */
export const timingFeedQuery = (raceId: number) =>
  queryOptions({
    queryKey: ['/api/live-timing/races', raceId, 'feed'] as const,
    queryFn: ({ signal }) => api.get<TimingFeed>(`/api/live-timing/races/${raceId}/feed`, { signal }),
    staleTime: 0,
  })
