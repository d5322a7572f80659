import type { User } from '@purple-sector/contracts/identity/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { invalidateOlderThan, registerLive } from '../../lib/live-features.ts'

/** Who is signed in; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => api.getOrNull<User>('/api/auth/user'),
})

/** The signed-in user; null for a visitor and before it is known. Inside the shell it is always known. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null

registerLive('session', {
  // Changed in whichever browser: the frame says that, and no more.
  onFrame(client, frame) {
    if (frame.type === 'user_updated') void client.invalidateQueries({ queryKey: userQuery.queryKey })
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === '/api/auth/user'),
})
