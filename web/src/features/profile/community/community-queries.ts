import type { TeamUser, TracksideUser } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { refetchSoon } from '../../../lib/live.ts'
import { invalidateOlderThan, registerLive } from '../../../lib/live-features.ts'

const communityKey = ['/api/users'] as const

/** The users who are trackside, by name. */
export const tracksideQuery = queryOptions({
  queryKey: [...communityKey, 'at-track'],
  queryFn: () => api.get<TracksideUser[]>('/api/users/at-track'),
})

/** The teams, by name. */
export const teamsQuery = queryOptions({
  queryKey: [...communityKey, 'teams'],
  queryFn: () => api.get<TeamUser[]>('/api/users/teams'),
})

registerLive('community', {
  onFrame(client, frame) {
    if (frame.type === 'community_updated') refetchSoon(client, communityKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === communityKey[0]),
})
