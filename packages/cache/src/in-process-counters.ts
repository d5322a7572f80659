import type { Count, Counter, CounterKind } from './cache.ts'

type Window = { count: number; endsAt: number; lastAt: number }

export type CountersOptions = {
  /** Upper bound of the keys counted in each kind. */
  perKind: number
  /** The clock in ms. */
  now: () => number
}

const nothingCounted: Count = { count: 0, resetsInMs: 0, lastMsAgo: Number.POSITIVE_INFINITY }

/**
 * Counts a kind's keys in their windows. When it is full the key that was counted least goes, the oldest of those:
 * whoever wants a high count forgotten would have to reach it with all the other keys.
 */
const boundedCounter = ({ windowMs }: CounterKind, { perKind, now }: CountersOptions): Counter => {
  /** In the order they began, which is the order they end. */
  const windows = new Map<string, Window>()
  const keysOf = new Map<number, Set<string>>()

  const leave = (key: string, count: number): void => {
    const keys = keysOf.get(count)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(count)
  }
  const join = (key: string, count: number): void => {
    const keys = keysOf.get(count)
    if (keys) keys.add(key)
    else keysOf.set(count, new Set([key]))
  }
  const drop = (key: string, { count }: Window): void => {
    windows.delete(key)
    leave(key, count)
  }

  const dropEnded = (at: number): void => {
    for (const [key, window] of windows) {
      if (window.endsAt > at) return
      drop(key, window)
    }
  }
  const dropLeastCounted = (): void => {
    const [key] = keysOf.get(Math.min(...keysOf.keys())) ?? []
    const window = key === undefined ? undefined : windows.get(key)
    if (key !== undefined && window) drop(key, window)
  }

  const countOf = (window: Window, at: number): Count => ({
    count: window.count,
    resetsInMs: Math.ceil(window.endsAt - at),
    lastMsAgo: Math.floor(at - window.lastAt),
  })

  return {
    increment: async (key) => {
      const at = now()
      dropEnded(at)
      const known = windows.get(key)
      if (!known && windows.size >= perKind) dropLeastCounted()
      const window = known ?? { count: 0, endsAt: at + windowMs, lastAt: at }
      leave(key, window.count)
      window.count++
      window.lastAt = at
      join(key, window.count)
      windows.set(key, window)
      return countOf(window, at)
    },
    read: async (key) => {
      const at = now()
      const window = windows.get(key)
      return window && window.endsAt > at ? countOf(window, at) : nothingCounted
    },
  }
}

/** Counters in the memory of this process, one for each kind. */
export const inProcessCounters = (options: CountersOptions): ((kind: CounterKind) => Counter) => {
  const counters = new Map<string, { windowMs: number; counter: Counter }>()
  return (kind) => {
    const known = counters.get(kind.name)
    if (known && known.windowMs !== kind.windowMs) throw new Error(`${kind.name} is counted in windows of two lengths`)
    const { counter } = known ?? { counter: boundedCounter(kind, options) }
    counters.set(kind.name, { windowMs: kind.windowMs, counter })
    return counter
  }
}
