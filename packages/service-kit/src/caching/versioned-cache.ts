import { LRUCache } from 'lru-cache'
import { atMost, expiring } from './lru-settings.ts'

export type VersionedCache<Key, Version, Value> = {
  /** Returns the value of this version if it is in memory or being loaded. */
  find(key: Key, version: Version): Promise<Value> | undefined
  /**
   * Returns the same, else the result of `load`, which runs once for all concurrent callers. A failure is not stored.
   */
  get(key: Key, version: Version, load: () => Promise<Value>): Promise<Value>
}

type Options = {
  maxEntries: number
  /**
   * Counted from the start of the load; without it a value stays until another version is requested or it is evicted.
   */
  ttlMs?: number
  /** Clock in ms, never 0; default: the process's monotonic one. */
  now?: () => number
}

/**
 * Creates an in-memory cache with one value per key: that of the version requested last.
 *
 * The caller reads the version from the owner first, so a loaded value is at least that new. The least recently used
 * values are evicted first.
 */
export const versionedCache = <Key extends string | number, Version extends string | number, Value>({
  maxEntries,
  ttlMs,
  now = () => performance.now(),
}: Options): VersionedCache<Key, Version, Value> => {
  const entries = new LRUCache<Key, { version: Version; value: Promise<Value> }>({
    ...atMost(maxEntries),
    ...(ttlMs !== undefined && expiring(ttlMs, now)),
  })

  const find = (key: Key, version: Version): Promise<Value> | undefined => {
    const entry = entries.get(key)
    return entry?.version === version ? entry.value : undefined
  }

  const start = (key: Key, version: Version, value: Promise<Value>): Promise<Value> => {
    const entry = { version, value }
    entries.set(key, entry)
    value.catch(() => {
      if (entries.peek(key) === entry) entries.delete(key)
    })
    return value
  }

  return { find, get: (key, version, load) => find(key, version) ?? start(key, version, load()) }
}

/** Returns the values of several keys, loading missing ones by one call; `undefined` for keys that the load omits. */
export const getMany = <Key, Version, Value>(
  cache: VersionedCache<Key, Version, Value | undefined>,
  requested: readonly { key: Key; version: Version }[],
  load: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Promise<(Value | undefined)[]> => {
  const missing = requested.filter(({ key, version }) => !cache.find(key, version)).map(({ key }) => key)
  const loading = missing.length > 0 ? load(missing) : undefined
  return Promise.all(
    requested.map(({ key, version }) => cache.get(key, version, async () => (await loading)?.get(key))),
  )
}
