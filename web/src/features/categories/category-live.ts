import type { Category } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { namesOf, withNames } from './rename.ts'

export const categoriesKey = ['/api/categories'] as const

/**
 * Takes the categories as they are now, and calls by their present names whatever is on a screen or in the cache. What
 * is asked for at that moment may come with the old ones: it is asked for again.
 */
export const takeCategories = (client: QueryClient, categories: Category[]): void => {
  const names = namesOf(client.getQueryData<Category[]>(categoriesKey) ?? [], categories)
  afterReply(client, categoriesKey, () => refetchSoon(client, categoriesKey))
  client.setQueryData<Category[]>(categoriesKey, categories)
  for (const query of client.getQueryCache().getAll()) {
    const { queryKey, state } = query
    if (queryKey[0] === categoriesKey[0]) continue
    if (names.byFormerName.size > 0) afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    const renamed = withNames(state.data, names)
    // The rest of it is as old as before, which counts after a gap.
    if (renamed !== state.data) query.setData(renamed, { updatedAt: state.dataUpdatedAt, manual: true })
  }
}

/** The categories on every open screen: a rename shows at once, wherever one is named. */
export const categoryLive = {
  onFrame(client, frame) {
    if (frame.type === 'categories_updated') takeCategories(client, frame.data.categories)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === categoriesKey[0]),
} satisfies LiveFeature
