import type { Cache, Count } from './cache.ts'

type Entry = { text: string; until: number }
type Window = { count: number; until: number }

/** Sets a key as the newest of a map that never holds more than `limit`: the oldest goes. */
const put = <Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void => {
  map.delete(key)
  if (map.size >= limit) {
    const oldest = map.keys().next()
    if (!oldest.done) map.delete(oldest.value)
  }
  map.set(key, value)
}

export type InProcessOptions = {
  /** Upper bound of values kept, and of windows kept, default 100,000 each; the oldest are forgotten first. */
  limit?: number
  /** The clock in ms, default the process's monotonic one. */
  now?: () => number
}

/** A cache in the memory of this process. */
export const createInProcessCache = ({
  limit = 100_000,
  now = () => performance.now(),
}: InProcessOptions = {}): Cache => {
  const entries = new Map<string, Entry>()
  const windows = new Map<string, Window>()
  return {
    get: async (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > now()) return JSON.parse(entry.text)
      entries.delete(key)
      return undefined
    },
    set: async (key, value, ttlMs) => {
      const text = JSON.stringify(value)
      if (text !== undefined) put(entries, key, { text, until: now() + ttlMs }, limit)
    },
    delete: async (key) => {
      entries.delete(key)
    },
    increment: async (key, windowMs): Promise<Count> => {
      const known = windows.get(key)
      if (known && known.until > now()) known.count++
      else put(windows, key, { count: 1, until: now() + windowMs }, limit)
      const { count, until } = windows.get(key) ?? { count: 1, until: now() + windowMs }
      return { count, resetsInMs: Math.max(0, Math.ceil(until - now())) }
    },
    close: async () => {
      entries.clear()
      windows.clear()
    },
  }
}
