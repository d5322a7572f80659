import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { Distribution, PickedScope } from './pick-distribution.ts'

type Dependencies = { read: (scope: PickedScope) => Promise<Distribution[]>; now: () => number }

/** Cache time, ms: drivers are renamed, and members leave groups. */
const TTL_MS = 2_000
/** Scopes; at a lock all groups of a weekend are requested at once. */
const MAX_CACHED = 10_000

/**
 * Returns the pick distribution of a closed category from a shared cache.
 *
 * At a lock all fans ask at once, and counting reads all tips. `decidedBy` identifies the awaited races and their
 * locks; each caller reads it first, and a cached value of other locks is not used. Concurrent callers share a read;
 * one that started before the lock is repeated. Undefined where the category has reopened meanwhile.
 */
export const cachedDistributions = ({ read, now }: Dependencies) => {
  const copies = ttlCache<number, Distribution[]>({ maxEntries: MAX_CACHED, ttlMs: TTL_MS, now })

  return async (
    scope: PickedScope,
    requested: Pick<Distribution, 'categoryId' | 'decidedBy'>,
  ): Promise<Distribution | undefined> => {
    const isRequested = ({ categoryId, decidedBy }: Distribution) =>
      categoryId === requested.categoryId && decidedBy === requested.decidedBy
    const distributions = await copies.get(
      scope.scopeId,
      () => read(scope),
      (distributions) => distributions.some(isRequested),
    )
    return distributions.find(isRequested)
  }
}
