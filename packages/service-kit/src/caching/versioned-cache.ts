import { LRUCache } from 'lru-cache'
import { atMost, expiring } from './lru-settings.ts'

export type VersionedCache<Key, Version, Value> = {
  /** The value of this version, if it is in memory or being loaded. */
  find(key: Key, version: Version): Promise<Value> | undefined
  /** The same, or what `load` answers, which runs once however many callers wait for it. A failure is not kept. */
  get(key: Key, version: Version, load: () => Promise<Value>): Promise<Value>
}

type Options = {
  maxEntries: number
  /** From the start of its load on; without it a value stays until another version is asked for or it is pushed out. */
  ttlMs?: number
  /** The clock in ms, never 0; default the process’s monotonic one. */
  now?: () => number
}

/**
 * One value of each key in the memory of this process: that of the version asked for last. The caller asks the owner for
 * the version first, so what is loaded is as new as that or newer. Those not used for longest are pushed out first.
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

/** The values of several keys; those that are not in memory are loaded by one call. `undefined` where it leaves one out. */
export const getMany = <Key, Version, Value>(
  cache: VersionedCache<Key, Version, Value | undefined>,
  wanted: readonly { key: Key; version: Version }[],
  load: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Promise<(Value | undefined)[]> => {
  const missing = wanted.filter(({ key, version }) => !cache.find(key, version)).map(({ key }) => key)
  const loading = missing.length > 0 ? load(missing) : undefined
  return Promise.all(wanted.map(({ key, version }) => cache.get(key, version, async () => (await loading)?.get(key))))
}
