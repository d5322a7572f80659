import { LRUCache } from 'lru-cache'
import type { Cache } from './cache.ts'
import { inProcessCounters } from './in-process-counters.ts'
import { inProcessGauges } from './in-process-gauges.ts'
import { inProcessLatest } from './in-process-latest.ts'

export type InProcessOptions = {
  /** Upper bound of values kept, default 100,000; those not used for longest are forgotten first. */
  limit?: number
  /** Upper bound of keys counted in each kind, default 50,000 (about 10 MB); those counted least are forgotten first. */
  countedPerKind?: number
  /** The clock in ms, default the process's monotonic one. */
  now?: () => number
}

/** What is over is let go of so often at most: a copy of each session ever seen would be 130 MB of 100,000. */
const EVICT_INTERVAL_MS = 60_000

/** A cache in the memory of this process. */
export const createInProcessCache = ({
  limit = 100_000,
  countedPerKind = 50_000,
  now = () => performance.now(),
}: InProcessOptions = {}): Cache => {
  const texts = new LRUCache<string, string>({ max: limit, perf: { now }, ttlResolution: 0 })
  let evictedAt = now()
  const evictExpired = (): void => {
    if (now() - evictedAt < EVICT_INTERVAL_MS) return
    evictedAt = now()
    texts.purgeStale()
  }
  return {
    get: async (key) => {
      const text = texts.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    set: async (key, value, ttlMs) => {
      evictExpired()
      const text = JSON.stringify(value)
      if (text !== undefined && ttlMs >= 1) texts.set(key, text, { ttl: Math.floor(ttlMs) })
    },
    delete: async (key) => {
      texts.delete(key)
    },
    counter: inProcessCounters({ perKind: countedPerKind, now }),
    gauge: inProcessGauges(now),
    latest: inProcessLatest(now),
    close: async () => texts.clear(),
  }
}
