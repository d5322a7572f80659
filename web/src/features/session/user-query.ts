import type { User } from '@purple-sector/contracts/identity/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'
import { invalidateOlderThan, registerLive } from '../../client/realtime/live-features.ts'

/** The signed-in user; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => api.getOrNull<User>('/api/auth/user'),
})

/** Returns the signed-in user; null for a visitor and while loading. Always known inside the shell. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null

registerLive('session', {
  // The user changed in some browser: the frame carries no data.
  onFrame(client, frame) {
    if (frame.type === 'user_updated') void client.invalidateQueries({ queryKey: userQuery.queryKey })
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === '/api/auth/user'),
})
