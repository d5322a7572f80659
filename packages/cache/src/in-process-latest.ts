import { isNewer, type LatestValues, type VersionedValue } from './cache.ts'

type StoredValue = VersionedValue & { endsAt: number }
type Listener = (key: string, newest: VersionedValue | undefined) => void

/** Creates newest values in the memory of this process, by name; `now` is the clock in ms. */
export const inProcessLatest = (now: () => number): ((name: string) => LatestValues) => {
  const latestByName = new Map<string, { values: Map<string, StoredValue>; followers: Set<Listener> }>()
  const latest = (name: string): LatestValues => {
    const { values, followers } = latestByName.get(name) ?? {
      values: new Map<string, StoredValue>(),
      followers: new Set<Listener>(),
    }
    latestByName.set(name, { values, followers })
    /** Evicts expired values. Values are in order of expiry as long as all values of a name have the same TTL. */
    const evictEnded = (time: number): void => {
      for (const [key, { endsAt }] of values) {
        if (endsAt > time) return
        values.delete(key)
      }
    }
    const findUnexpired = (key: string): VersionedValue | undefined => {
      const stored = values.get(key)
      if (!stored) return undefined
      if (stored.endsAt <= now()) {
        values.delete(key)
        return undefined
      }
      const { endsAt: _, ...numbered } = stored
      return structuredClone(numbered)
    }
    const notifyFollowers = (key: string): void => {
      for (const onChange of followers) onChange(key, findUnexpired(key))
    }
    return {
      putIfNewer: async (key, numbered, ttlMs, copy) => {
        const current = findUnexpired(key)
        if (current && !isNewer(numbered, current)) return 'older'
        const time = now()
        const stored = { ...structuredClone(numbered), endsAt: time + ttlMs }
        evictEnded(time)
        values.delete(key)
        values.set(key, stored)
        notifyFollowers(key)
        if (copy) await latest(copy.name).putIfNewer(key, { ...numbered, value: copy.value }, ttlMs)
        return 'newest'
      },
      read: async (key) => findUnexpired(key),
      remove: async (key) => {
        if (values.delete(key)) notifyFollowers(key)
      },
      follow: (onChange) => {
        followers.add(onChange)
        for (const key of [...values.keys()]) {
          const newest = findUnexpired(key)
          if (newest) onChange(key, newest)
        }
        return { stop: () => void followers.delete(onChange) }
      },
    }
  }
  return latest
}
