import type { User } from '@purple-sector/contracts/identity/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../client/api/api.ts'

/** The signed-in user; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => api.getOrNull<User>('/api/auth/user'),
})

/** Returns the signed-in user; null for a visitor and while loading. Always known inside the shell. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null
