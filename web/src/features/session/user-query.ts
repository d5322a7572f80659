import type { User } from '@purple-sector/contracts/identity/http'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Who is signed in; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => api.getOrNull<User>('/api/auth/user'),
})

/** The signed-in user; null for a visitor and before it is known. Inside the shell it is always known. */
export const useUser = (): User | null => useQuery(userQuery).data ?? null
