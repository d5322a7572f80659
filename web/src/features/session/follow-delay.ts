import { hashKey, type QueryClient } from '@tanstack/react-query'
import { pageCachedAt } from '../../client/browser/offline-pages.ts'
import { MAX_DELAY, setDelay } from '../../client/spoiler/delay.ts'
import { userQuery } from './user-query.ts'

const USER = hashKey(userQuery.queryKey)

/**
 * Applies the signed-in fan's spoiler delay as soon as it is known: before any of their queries, and before a component
 * that reads a new value renders. A cached page may have an outdated delay: until the user is refetched, the maximum
 * delay applies.
 */
export const followDelay = (client: QueryClient): void => {
  const applyDelay = () => {
    const { data, dataUpdatedAt } = client.getQueryState(userQuery.queryKey) ?? {}
    const isFromCachedPage = dataUpdatedAt !== undefined && dataUpdatedAt === pageCachedAt()
    setDelay(isFromCachedPage ? MAX_DELAY : (data?.spoilerDelaySeconds ?? 0))
  }
  applyDelay()
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === USER) applyDelay()
  })
}
