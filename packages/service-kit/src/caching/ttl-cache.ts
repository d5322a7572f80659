import { counter } from '@purple-sector/metrics'
import { LRUCache } from 'lru-cache'
import { atMost, expiring } from './lru-settings.ts'

export type TtlCache<Key, Value> = {
  /** Returns the value if it is in memory and has not expired. */
  peek(key: Key): (Value & {}) | undefined
  /**
   * Returns the value from memory, or from `load`, which runs once for all concurrent callers.
   *
   * A failure rejects them and is not stored; neither is `undefined`. A value that `accepts` rejects is loaded once
   * more, by a load that started after this call, and that one is returned in any case.
   */
  get(key: Key, load: () => Promise<Value>, accepts?: (value: Value) => boolean): Promise<Value>
  /** Invalidates one value, or all. A load in flight still resolves for its callers, but its result is not stored. */
  invalidate(key?: Key): void
}

type Limit<Value> =
  | { maxEntries: number }
  /** Of all values with their keys; `bytesOf` is a lower bound of a value's size. */
  | { maxBytes: number; bytesOf(value: Value & {}): number }

export type TtlCacheOptions<Value> = Limit<Value> & {
  /** Name under which hits and misses are counted (`cache_reads_total`); without it they are not. */
  name?: string
  /** Counted from the end of the load; without it a value stays until it is invalidated or evicted. */
  ttlMs?: number
  /**
   * Stores only values requested a second time within a minute, so that a caller that tries many keys cannot fill the
   * memory.
   */
  storesOnSecondRequest?: boolean
  /** Clock in ms, never 0; default: the process's monotonic one. */
  now?: () => number
}

type Load<Value> = { value: Promise<Value>; isStored: boolean }

const REQUESTED_KEY_TTL_MS = 60_000
const MAX_REQUESTED_KEYS_BYTES = 1_000_000
/** Overhead of an entry besides key and value: list nodes and a timer. */
const ENTRY_BYTES = 400
const bytesOfKey = (key: string | number): number => ENTRY_BYTES + 2 * String(key).length

const isValue = <Value>(value: Value): value is Value & {} => value !== undefined && value !== null

/** Creates an in-memory cache with a time to live; the least recently used values are evicted first. */
export const ttlCache = <Key extends string | number, Value>(options: TtlCacheOptions<Value>): TtlCache<Key, Value> => {
  const { ttlMs, storesOnSecondRequest = false, now = () => performance.now() } = options
  const limit =
    'maxEntries' in options
      ? atMost(options.maxEntries)
      : {
          maxSize: options.maxBytes,
          sizeCalculation: (value: Value & {}, key: Key) => bytesOfKey(key) + options.bytesOf(value),
        }
  const values = new LRUCache<Key, Value & {}>({ ...limit, ...(ttlMs !== undefined && expiring(ttlMs, now)) })
  const requestedKeys = new LRUCache<Key, true>({
    ...expiring(REQUESTED_KEY_TTL_MS, now),
    maxSize: MAX_REQUESTED_KEYS_BYTES,
    sizeCalculation: (_, key) => bytesOfKey(key),
  })
  const loads = new Map<Key, Load<Value>>()
  const reads = options.name === undefined ? undefined : counter('cache_reads_total')
  const hits = reads?.labels({ cache: options.name, outcome: 'hit' })
  const misses = reads?.labels({ cache: options.name, outcome: 'miss' })

  const recordRequest = (key: Key): { isRepeated: boolean } => {
    const isRepeated = requestedKeys.has(key)
    requestedKeys.set(key, true)
    return { isRepeated }
  }

  const start = (key: Key, load: () => Promise<Value>): Load<Value> => {
    const started: Load<Value> = { value: load(), isStored: !storesOnSecondRequest }
    loads.set(key, started)
    const finish = (value?: Value): void => {
      if (loads.get(key) !== started) return
      loads.delete(key)
      if (started.isStored && isValue(value)) values.set(key, value)
    }
    started.value.then(finish, () => finish())
    return started
  }

  const loadShared = (key: Key, load: () => Promise<Value>): Promise<Value> => {
    const loading = loads.get(key) ?? start(key, load)
    if (!loading.isStored) loading.isStored = recordRequest(key).isRepeated
    return loading.value
  }

  return {
    peek(key) {
      const cached = values.get(key)
      if (cached !== undefined) hits?.inc()
      return cached
    },
    async get(key, load, accepts = () => true) {
      const cached = values.get(key)
      if (cached !== undefined && accepts(cached)) {
        hits?.inc()
        return cached
      }
      misses?.inc()
      const value = await loadShared(key, load)
      return accepts(value) ? value : loadShared(key, load)
    },
    invalidate(key) {
      if (key === undefined) {
        values.clear()
        loads.clear()
      } else {
        values.delete(key)
        loads.delete(key)
      }
    },
  }
}
