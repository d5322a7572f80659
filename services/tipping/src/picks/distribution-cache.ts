import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { Distribution, PickedScope } from './pick-read-model.ts'

type Dependencies = { read: (scope: PickedScope) => Promise<Distribution[]>; now: () => number }

/** Cache time, ms; short, because drivers are renamed and members leave groups. */
const TTL_MS = 2_000
/** Maximum number of cached scopes; at a lock all groups of a weekend are requested at once. */
const MAX_CACHED = 10_000

/**
 * Returns the pick distribution of a closed category from a shared cache.
 *
 * At a lock all fans request it at once, and counting reads all tips. `decidedBy` identifies the awaited races and
 * their locks; each caller reads it first, and a cached value of other locks is not used. Concurrent callers share a
 * read; one that started before the lock is repeated. Undefined if the category has reopened meanwhile.
 */
export const cachedDistributions = ({ read, now }: Dependencies) => {
  const cache = ttlCache<number, Distribution[]>({ maxEntries: MAX_CACHED, ttlMs: TTL_MS, now })

  return async (
    scope: PickedScope,
    requested: Pick<Distribution, 'categoryId' | 'decidedBy'>,
  ): Promise<Distribution | undefined> => {
    const isRequested = ({ categoryId, decidedBy }: Distribution) =>
      categoryId === requested.categoryId && decidedBy === requested.decidedBy
    const distributions = await cache.get(
      scope.scopeId,
      () => read(scope),
      (distributions) => distributions.some(isRequested),
    )
    return distributions.find(isRequested)
  }
}
