import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { namesOf, withNames } from './rename-in-data.ts'

export const categoriesKey = ['/api/categories'] as const

/**
 * Applies the current categories, and renames them in all cached data.
 * Queries in flight may return the old names and are refetched.
 */
export const applyCategories = (client: QueryClient, { categories }: FrameOf<'categories_updated'>['data']): void => {
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
