import type { PickedScope, Spread } from './spread.ts'

type Copy = { spreads: Promise<Spread[]>; at: number; isComing: boolean }
type Dependencies = { read: (scope: PickedScope) => Promise<Spread[]>; now: () => number }

/** How long a copy is good for, in ms: drivers are renamed, and members of groups leave. */
const LIFE_MS = 2_000

/**
 * Answers how the tips of a closed category are spread, from a copy that many share: at a lock everybody asks at once,
 * and counting goes over all tips. What decides it, the races waited for and their locks, is asked for each time by whoever
 * asks (`decidedBy`): a copy of other locks answers nobody. One who asks while it is counted waits for that; where it
 * was begun before the lock it is counted once more. Undefined where the category has opened again by then.
 */
export const spreadCopies = ({ read, now }: Dependencies) => {
  const copies = new Map<number, Copy>()

  const count = (scope: PickedScope): Copy => {
    for (const [scopeId, { at, isComing }] of copies) if (!isComing && now() - at > LIFE_MS) copies.delete(scopeId)
    const copy: Copy = { spreads: read(scope), at: now(), isComing: true }
    copies.set(scope.scopeId, copy)
    copy.spreads.then(
      () => Object.assign(copy, { isComing: false, at: now() }),
      () => copies.get(scope.scopeId) === copy && copies.delete(scope.scopeId),
    )
    return copy
  }

  const copyOf = (scope: PickedScope): Copy | undefined => {
    const known = copies.get(scope.scopeId)
    return known && (known.isComing || now() - known.at <= LIFE_MS) ? known : undefined
  }

  return async (scope: PickedScope, wanted: Pick<Spread, 'categoryId' | 'decidedBy'>): Promise<Spread | undefined> => {
    const isWanted = ({ categoryId, decidedBy }: Spread) =>
      categoryId === wanted.categoryId && decidedBy === wanted.decidedBy
    const known = copyOf(scope)
    const found = (await known?.spreads)?.find(isWanted)
    if (found) return found
    // Whoever found the same lack has begun to count anew meanwhile.
    const newer = copyOf(scope)
    return (await (newer && newer !== known ? newer : count(scope)).spreads).find(isWanted)
  }
}
