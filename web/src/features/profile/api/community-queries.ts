import type { TeamUser, TracksideUser } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { invalidateOlderThan, registerLive } from '../../../client/realtime/live-features.ts'
import { refetchSoon } from '../../../client/realtime/realtime-context.ts'

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
