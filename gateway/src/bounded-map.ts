/** A map that never holds more than `limit` entries: the one longest unset goes first. */
export class BoundedMap<Key, Value> {
  readonly #map = new Map<Key, Value>()
  readonly #limit: number
  /** Told of an entry that had to make room. */
  onEvict: (key: Key, value: Value) => void = () => {}

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#map.size
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key)
  }

  set(key: Key, value: Value): void {
    this.#map.delete(key)
    this.#map.set(key, value)
    if (this.#map.size <= this.#limit) return
    const [oldest] = this.#map
    if (!oldest) return
    this.#map.delete(oldest[0])
    this.onEvict(...oldest)
  }

  delete(key: Key): boolean {
    return this.#map.delete(key)
  }

  values(): MapIterator<Value> {
    return this.#map.values()
  }
}
