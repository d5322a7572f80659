/** Keeps the last so many entries of a map. */
export const bounded = <Key, Value>(map: Map<Key, Value>, most: number, key: Key, value: Value): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) for (const oldest of map.keys()) return void map.delete(oldest)
}

/** What is delivered again comes soon after. */
const REMEMBERED = 2_000

/** Answers whether an id is heard for the first time, as far as is remembered. */
export const createDeduplicator = <Id extends number | string>(): ((id: Id) => boolean) => {
  const ids = new Map<Id, true>()
  return (id) => {
    if (ids.has(id)) return false
    bounded(ids, REMEMBERED, id, true)
    return true
  }
}
