import type { Query, QueryClient } from '@tanstack/react-query'
import { userQuery } from '../features/session/user-query.ts'
import { ApiError } from '../lib/api.ts'
import { clearOfflinePages } from '../lib/offline-pages.ts'
import { whenHydrated } from './interactive.ts'

/** What the cache holds from a page that was kept at that instant, and was not asked for anew since. */
export const cachedQueries = (client: QueryClient, at: number): Query[] =>
  client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdatedAt === at })

/** Dates what a kept page has brought by when that was asked for: it is not of now. */
export const markCacheAge = (client: QueryClient, at: number): void => {
  const brought = client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  for (const { queryKey, state } of brought) client.setQueryData(queryKey, state.data, { updatedAt: at })
}

/** No network, or a server that is busy or fails: nothing is said of what was asked for. */
const saysNothing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** What cannot be renewed is shown as it came: how old it is stands below. What the server refuses is gone. */
const showWhatFails = (client: QueryClient, at: number): void => {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !saysNothing(event.action.error)) return
    const { state } = event.query
    if (state.data !== undefined && state.dataUpdatedAt === at) event.query.setState({ status: 'success', error: null })
  })
}

/**
 * Asks for all that a page shows anew that was kept at that instant, as soon as it can be used. Where somebody else is
 * signed in by now nothing of it stays: the page is loaded again.
 */
export const refreshCachedPage = (client: QueryClient, at: number, reload = () => window.location.reload()): void => {
  showWhatFails(client, at)
  const whose = client.getQueryData(userQuery.queryKey)?.id
  const stop = client.getQueryCache().subscribe(({ query }) => {
    const user = client.getQueryData(userQuery.queryKey)
    if (query.queryKey[0] !== userQuery.queryKey[0] || !user || user.id === whose) return
    stop()
    document.getElementById('root')?.replaceWith('')
    void clearOfflinePages().finally(reload)
  })
  // What is so old that it is being asked for already goes on.
  whenHydrated(() => void client.invalidateQueries({}, { cancelRefetch: false }))
}
