import type { User } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Who is signed in; null for a visitor. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: () => api.getOrNull<User>('/api/auth/user'),
})
