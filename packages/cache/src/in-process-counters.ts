import type { Count, Counter, CounterKind } from './cache.ts'

type Window = { count: number; endsAt: number; lastAt: number }

export type CountersOptions = {
  /** Maximum number of keys counted in each kind. */
  perKind: number
  /** The clock in ms. */
  now: () => number
}

const NO_COUNT: Count = { count: 0, resetsInMs: 0, lastMsAgo: Number.POSITIVE_INFINITY }

/**
 * Counts the keys of one kind in their windows.
 * A full counter evicts the oldest of the keys with the lowest count. To have a high count evicted, an attacker would
 * have to reach it with all other keys.
 */
const boundedCounter = ({ windowMs }: CounterKind, { perKind, now }: CountersOptions): Counter => {
  /** In insertion order, which is also the order in which windows end. */
  const windows = new Map<string, Window>()
  const keysByCount = new Map<number, Set<string>>()

  const removeFromCount = (key: string, count: number): void => {
    const keys = keysByCount.get(count)
    keys?.delete(key)
    if (keys?.size === 0) keysByCount.delete(count)
  }
  const addToCount = (key: string, count: number): void => {
    const keys = keysByCount.get(count)
    if (keys) keys.add(key)
    else keysByCount.set(count, new Set([key]))
  }
  const evict = (key: string, { count }: Window): void => {
    windows.delete(key)
    removeFromCount(key, count)
  }

  const evictEnded = (time: number): void => {
    for (const [key, window] of windows) {
      if (window.endsAt > time) return
      evict(key, window)
    }
  }
  const evictLowestCount = (): void => {
    const [key] = keysByCount.get(Math.min(...keysByCount.keys())) ?? []
    const window = key === undefined ? undefined : windows.get(key)
    if (key !== undefined && window) evict(key, window)
  }

  const countOf = (window: Window, time: number): Count => ({
    count: window.count,
    resetsInMs: Math.ceil(window.endsAt - time),
    lastMsAgo: Math.floor(time - window.lastAt),
  })

  return {
    increment: async (key) => {
      const time = now()
      evictEnded(time)
      const existing = windows.get(key)
      if (!existing && windows.size >= perKind) evictLowestCount()
      const window = existing ?? { count: 0, endsAt: time + windowMs, lastAt: time }
      removeFromCount(key, window.count)
      window.count++
      window.lastAt = time
      addToCount(key, window.count)
      windows.set(key, window)
      return countOf(window, time)
    },
    read: async (key) => {
      const time = now()
      const window = windows.get(key)
      return window && window.endsAt > time ? countOf(window, time) : NO_COUNT
    },
  }
}

/** Creates counters in the memory of this process, one for each kind. */
export const inProcessCounters = (options: CountersOptions): ((kind: CounterKind) => Counter) => {
  const counters = new Map<string, { windowMs: number; counter: Counter }>()
  return (kind) => {
    const existing = counters.get(kind.name)
    if (existing && existing.windowMs !== kind.windowMs)
      throw new Error(`${kind.name} is counted in windows of two lengths`)
    const { counter } = existing ?? { counter: boundedCounter(kind, options) }
    counters.set(kind.name, { windowMs: kind.windowMs, counter })
    return counter
  }
}
