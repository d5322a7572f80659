import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

export const minutes = (count: number): number => count * 60_000

/**
 * 10 minutes fresh and 30 retained: frames tell what changes sooner. No retries, which would hide a failure that the
 * screen can tell, and no refetch on focus, when every fan of a race would ask at the same moments.
 * `onUnauthorized` is told of every call that was refused because nobody is signed in.
 */
export const createQueryClient = (onUnauthorized: () => void = () => {}): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // What was asked while OFFLINE fails at once and says so, instead of waiting unseen.
      queries: {
        staleTime: minutes(10),
        gcTime: minutes(30),
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
