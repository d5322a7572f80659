import type { TeamUser, TracksideUser } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'

/** Prefix of the keys of both. */
export const communityKey = ['/api/users'] as const

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
