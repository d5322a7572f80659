/** Sets an entry of a map, and evicts the oldest beyond `max`. */
export const setBounded = <Key, Value>(map: Map<Key, Value>, max: number, key: Key, value: Value): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) for (const oldest of map.keys()) return void map.delete(oldest)
}

/** Redeliveries come soon after the first delivery. */
const MAX_ENTRIES = 2_000

/** Returns whether an id is new, among the most recent ones. */
export const createDeduplicator = <Id extends number | string>(): ((id: Id) => boolean) => {
  const ids = new Map<Id, true>()
  return (id) => {
    if (ids.has(id)) return false
    setBounded(ids, MAX_ENTRIES, id, true)
    return true
  }
}
