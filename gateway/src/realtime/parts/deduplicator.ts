import { atMost } from '@purple-sector/service-kit/caching/lru-settings'
import { LRUCache } from 'lru-cache'

/** Sets an entry of a map, and evicts the oldest beyond `max`. */
export const setBounded = <Key, Value>(map: Map<Key, Value>, max: number, key: Key, value: Value): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) for (const oldest of map.keys()) return void map.delete(oldest)
}

/** Redeliveries come soon after the first delivery. */
const MAX_IDS = 2_000

/** Returns whether an id is new, among the most recent ones. */
export const createDeduplicator = <Id extends number | string>(): ((id: Id) => boolean) => {
  const ids = new Map<Id, true>()
  return (id) => {
    if (ids.has(id)) return false
    setBounded(ids, MAX_IDS, id, true)
    return true
  }
}

const MAX_SUBJECTS = 10_000

/** Returns whether a state of a subject is newer than the previous ones, among recent subjects. */
export const createSequenceGuard = (): ((subject: string, sequence: number) => boolean) => {
  const sequences = new LRUCache<string, number>(atMost(MAX_SUBJECTS))
  return (subject, sequence) => {
    if ((sequences.get(subject) ?? 0) >= sequence) return false
    sequences.set(subject, sequence)
    return true
  }
}
