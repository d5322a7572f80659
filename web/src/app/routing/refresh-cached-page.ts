import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/api/api.ts'
import { clearOfflinePages } from '../../client/browser/offline-pages.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { whenHydrated } from '../hydration/interactive.ts'

/** The queries whose data is still that of a page cached at `cachedAt`. */
export const cachedQueries = (client: QueryClient, cachedAt: number): Query[] =>
  client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdatedAt === cachedAt })

/** Dates the data of a cached page by the time it came from the network. */
export const markCacheAge = (client: QueryClient, cachedAt: number): void => {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  for (const { queryKey, state } of loaded) client.setQueryData(queryKey, state.data, { updatedAt: cachedAt })
}

/** Whether an error is unrelated to the data: no network, or a server that is overloaded or fails. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** Keeps showing cached data, with its age, if its refetch fails transiently. A rejected refetch removes it. */
const keepDataOnFailure = (client: QueryClient, cachedAt: number): void => {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isTransient(event.action.error)) return
    const { state } = event.query
    if (state.data !== undefined && state.dataUpdatedAt === cachedAt)
      event.query.setState({ status: 'success', error: null })
  })
}

/**
 * Refetches everything that a page cached at `cachedAt` shows, once it is interactive.
 *
 * If another user is signed in by now, the page is removed and reloaded.
 */
export const refreshCachedPage = (
  client: QueryClient,
  cachedAt: number,
  reload = () => window.location.reload(),
): void => {
  keepDataOnFailure(client, cachedAt)
  const userIdBefore = client.getQueryData(userQuery.queryKey)?.id
  const stop = client.getQueryCache().subscribe(({ query }) => {
    const user = client.getQueryData(userQuery.queryKey)
    if (query.queryKey[0] !== userQuery.queryKey[0] || !user || user.id === userIdBefore) return
    stop()
    document.getElementById('root')?.replaceWith('')
    void clearOfflinePages().finally(reload)
  })
  // Queries that are stale enough to be in flight already continue.
  whenHydrated(() => void client.invalidateQueries({}, { cancelRefetch: false }))
}
