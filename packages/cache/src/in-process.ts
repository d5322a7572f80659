import { LRUCache } from 'lru-cache'
import type { Cache } from './cache.ts'
import { inProcessCounters } from './in-process-counters.ts'
import { inProcessGauges } from './in-process-gauges.ts'
import { inProcessLatest } from './in-process-latest.ts'

export type InProcessOptions = {
  /** Maximum number of values, default 100,000; the least recently used are evicted first. */
  limit?: number
  /** Maximum number of keys per counter kind, default 50,000 (about 10 MB); the lowest counts are evicted first. */
  keysPerKind?: number
  /** The clock in ms, default the monotonic clock of the process. */
  now?: () => number
}

/** Minimum interval between evictions of expired values: 100,000 expired sessions would take 130 MB. */
const EVICT_INTERVAL_MS = 60_000

/** Creates a cache in the memory of this process. */
export const createInProcessCache = ({
  limit = 100_000,
  keysPerKind = 50_000,
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
    counter: inProcessCounters({ perKind: keysPerKind, now }),
    gauge: inProcessGauges(now),
    latest: inProcessLatest(now),
    close: async () => texts.clear(),
  }
}
