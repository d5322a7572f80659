import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import type { Distribution, PickedScope } from './pick-distribution.ts'

type Dependencies = { read: (scope: PickedScope) => Promise<Distribution[]>; now: () => number }

/** How long a copy is good for, in ms: drivers are renamed, and members of groups leave. */
const TTL_MS = 2_000
/** Scopes; at a lock all groups of a weekend ask at once. */
const MAX_CACHED = 10_000

/**
 * Answers how the tips of a closed category are spread, from a copy that many share: at a lock everybody asks at once,
 * and counting goes over all tips. What decides it, the races waited for and their locks, is asked for each time by whoever
 * asks (`decidedBy`): a copy of other locks answers nobody. One who asks while it is counted waits for that; where it
 * was begun before the lock it is counted once more. Undefined where the category has opened again by then.
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
