import { isNewer, type Latest, type Numbered } from './cache.ts'

type Kept = Numbered & { endsAt: number }
type Heard = (key: string, newest: Numbered | undefined) => void

/** Newest values in the memory of this process, by name; `now` is the clock in ms. */
export const inProcessLatest = (now: () => number): ((name: string) => Latest) => {
  const named = new Map<string, { values: Map<string, Kept>; followers: Set<Heard> }>()
  return (name) => {
    const { values, followers } = named.get(name) ?? { values: new Map<string, Kept>(), followers: new Set<Heard>() }
    named.set(name, { values, followers })
    /** Those that end first stand first, as long as all of a name live as long; what nobody asks for goes with them. */
    const dropEnded = (at: number): void => {
      for (const [key, { endsAt }] of values) {
        if (endsAt > at) return
        values.delete(key)
      }
    }
    const found = (key: string): Numbered | undefined => {
      const kept = values.get(key)
      if (!kept) return undefined
      if (kept.endsAt <= now()) {
        values.delete(key)
        return undefined
      }
      const { endsAt: _, ...numbered } = kept
      return structuredClone(numbered)
    }
    const tell = (key: string): void => {
      for (const heard of followers) heard(key, found(key))
    }
    return {
      putIfNewer: async (key, numbered, ttlMs) => {
        const known = found(key)
        if (known && !isNewer(numbered, known)) return 'older'
        const at = now()
        const kept = { ...structuredClone(numbered), endsAt: at + ttlMs }
        dropEnded(at)
        values.delete(key)
        values.set(key, kept)
        tell(key)
        return 'newest'
      },
      read: async (key) => found(key),
      remove: async (key) => {
        if (values.delete(key)) tell(key)
      },
      follow: (heard) => {
        followers.add(heard)
        for (const key of [...values.keys()]) {
          const newest = found(key)
          if (newest) heard(key, newest)
        }
        return { stop: () => void followers.delete(heard) }
      },
    }
  }
}
