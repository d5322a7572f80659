import { hashKey, type QueryClient } from '@tanstack/react-query'
import { pageCachedAt } from '../../lib/offline-pages.ts'
import { MAX_DELAY, setDelay } from '../../lib/spoiler/delay.ts'
import { userQuery } from '../session/user-query.ts'

const USER = hashKey(userQuery.queryKey)

/**
 * Holds racing back as the signed-in fan has chosen, from the moment on at which that is known: before anything of theirs is
 * asked for, and before whoever reads the new choice is drawn. What a kept page says of it may be an older choice: until it
 * was asked for anew nothing is told sooner than the longest delay lets it.
 */
export const followDelay = (client: QueryClient): void => {
  const read = () => {
    const { data, dataUpdatedAt } = client.getQueryState(userQuery.queryKey) ?? {}
    const isOfThen = dataUpdatedAt !== undefined && dataUpdatedAt === pageCachedAt()
    setDelay(isOfThen ? MAX_DELAY : (data?.spoilerDelaySeconds ?? 0))
  }
  read()
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === USER) read()
  })
}
