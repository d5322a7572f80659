import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { fetchWithDelay, isDelayed, scheduleRefetch } from './spoiler/delayed-replies.ts'

export const minutes = (count: number): number => count * 60_000

/**
 * A reply that is held back is not thrown away when it is asked for again, which could go on for ever: that is done after
 * it. Where the fan has changed something themself (`cancelRefetch`) it is thrown away: it does not know of that.
 */
class SpoilerAwareQueryClient extends QueryClient {
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    const queries = this.getQueryCache().findAll(filters)
    const waiting = queries.filter(
      (query) => isDelayed(query) && !(options?.cancelRefetch && query.state.data !== undefined),
    )
    if (waiting.length === 0) return super.refetchQueries(filters, options)
    for (const query of waiting) scheduleRefetch(query)
    return super.refetchQueries(
      { predicate: (query) => queries.includes(query) && !waiting.includes(query) } satisfies RefetchQueryFilters,
      options,
    )
  }
}

/**
 * 10 minutes fresh and 30 retained: frames tell what changes sooner. No retries, which would hide a failure that the
 * screen can tell, and no refetch on focus, when every fan of a race would ask at the same moments.
 * `onUnauthorized` is told of every call that was refused because nobody is signed in.
 */
export const createQueryClient = (onUnauthorized: () => void = () => {}): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized()
  }
  const client = new SpoilerAwareQueryClient({
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
        persister: (ask, context, query) =>
          fetchWithDelay(query, context, ask, () => {
            void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
          }),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
