import type { Category } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature } from '../../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../../client/realtime/realtime-context.ts'
import { namesOf, withNames } from './rename-in-data.ts'

export const categoriesKey = ['/api/categories'] as const

/**
 * Applies the current categories, and renames them in all cached data.
 * Queries in flight may return the old names and are refetched.
 */
export const applyCategories = (client: QueryClient, categories: Category[]): void => {
  const names = namesOf(client.getQueryData<Category[]>(categoriesKey) ?? [], categories)
  afterReply(client, categoriesKey, () => refetchSoon(client, categoriesKey))
  client.setQueryData<Category[]>(categoriesKey, categories)
  for (const query of client.getQueryCache().getAll()) {
    const { queryKey, state } = query
    if (queryKey[0] === categoriesKey[0]) continue
    if (names.byFormerName.size > 0) afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    const renamed = withNames(state.data, names)
    // The rest of the data keeps its age, which decides what is refetched after a reconnect.
    if (renamed !== state.data) query.setData(renamed, { updatedAt: state.dataUpdatedAt, manual: true })
  }
}

/** Keeps the categories current on every open screen; applies renames everywhere at once. */
export const categoryLive = {
  onFrame(client, frame) {
    if (frame.type === 'categories_updated') applyCategories(client, frame.data.categories)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === categoriesKey[0]),
} satisfies LiveFeature
