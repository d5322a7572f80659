import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'
import type { AppContext } from '../spoiler/app-context.ts'
import { fetchWithDelay, isDelayed, scheduleRefetch } from '../spoiler/delayed-replies.ts'
import { ApiError } from './api.ts'
import { pageContext } from './page-context.ts'

export const minutes = (count: number): number => count * 60_000

/**
 * Does not discard a delayed reply when its query is invalidated again, which could go on for ever; the refetch follows
 * it. After a change by the fan (`cancelRefetch`) the reply is discarded, since it lacks that change.
 */
class SpoilerAwareQueryClient extends QueryClient {
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    const queries = this.getQueryCache().findAll(filters)
    const delayed = queries.filter(
      (query) => isDelayed(query) && !(options?.cancelRefetch && query.state.data !== undefined),
    )
    if (delayed.length === 0) return super.refetchQueries(filters, options)
    for (const query of delayed) scheduleRefetch(query)
    return super.refetchQueries(
      { predicate: (query) => queries.includes(query) && !delayed.includes(query) } satisfies RefetchQueryFilters,
      options,
    )
  }
}

/**
 * Creates the app's query client.
 *
 * Data is fresh for 10 minutes and retained for 30: frames announce changes sooner. No retries, which would hide a
 * failure that the screen can show, and no refetch on focus, when every fan of a race would fetch at the same moments.
 * Its queries read through `app`. `onUnauthorized` is called for every call that is rejected because the user is signed
 * out.
 */
export const createQueryClient = (
  app: AppContext = pageContext,
  onUnauthorized: () => void = () => {},
): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized()
  }
  const client = new SpoilerAwareQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A request while OFFLINE fails at once and visibly, instead of waiting.
      queries: {
        staleTime: minutes(10),
        gcTime: minutes(30),
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        persister: (queryFn, context, query) =>
          fetchWithDelay(query, context, queryFn, {
            app,
            refetch: () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
          }),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
