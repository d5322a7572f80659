/** The current count of a key. */
export type Count = {
  count: number
  /** Milliseconds until the window ends; 0 if the key has no count. */
  resetsInMs: number
  /** Milliseconds since the last increment; Infinity without one. */
  lastMsAgo: number
}

/** A group of keys counted together. Its name is unique, and all its windows have the same length. */
export type CounterKind = { name: string; windowMs: number }

export type Counter = {
  /** Adds one to the window that started with the key's first increment, atomically across all processes. */
  increment(key: string): Promise<Count>
  /** Reads the count without changing it. */
  read(key: string): Promise<Count>
}

/** A distributed gauge: the sum of the parts that processes report. */
export type DistributedGauge = {
  /** Sets one part of the sum. A part expires after `ttlMs` unless it is set again. */
  set(part: string, amount: number, ttlMs: number): Promise<void>
  /** Returns the sum of all parts, or undefined while the cache is unreachable. */
  sum(): Promise<number | undefined>
}

/** A value with its version, ordered by generation, then by sequence. */
export type VersionedValue = { generation: number; sequence: number; value: unknown }

/** Whether a version is higher than the current one. */
export const isNewer = (version: Omit<VersionedValue, 'value'>, current: Omit<VersionedValue, 'value'>): boolean =>
  version.generation > current.generation ||
  (version.generation === current.generation && version.sequence > current.sequence)

/** A second value of the same version and key, under another name. */
export type VersionedCopy = { name: string; value: unknown }

/** Values of which only the newest version counts; followers are notified of each newer one. */
export type LatestValues = {
  /**
   * Stores the value for `ttlMs` unless the stored version is as new or newer; `away` while the cache is unreachable.
   * With the value it stores the `copy`, in the same round trip and unless the version stored there is as new or newer.
   */
  putIfNewer(
    key: string,
    numbered: VersionedValue,
    ttlMs: number,
    copy?: VersionedCopy,
  ): Promise<'newest' | 'older' | 'away'>
  /** Returns the newest value; undefined if there is none, it has expired, or the cache is unreachable. */
  read(key: string): Promise<VersionedValue | undefined>
  /** Removes the value and notifies followers. */
  remove(key: string): Promise<void>
  /**
   * Calls `onChange` with each stored value, then with every newer one, and with undefined for a removed key. After an
   * outage of the cache it is called with the values stored at that time. Values that are superseded quickly may be
   * skipped. `onChange` must not throw.
   */
  follow(onChange: (key: string, newest: VersionedValue | undefined) => void): { stop(): void }
}

/**
 * Short-lived values and counts, shared by the processes on one cache or local to this process.
 * Values are JSON. The cache may evict values at any time and never throws: a caller that needs the authoritative value
 * reads it from the owning service.
 */
export type Cache = {
  /** Returns the value; undefined if it is unknown, expired, or the cache is unreachable. */
  get(key: string): Promise<unknown>
  /** Stores a JSON value for `ttlMs` milliseconds. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Returns the counter of a kind. Neither values nor counts of other kinds can evict its counts. Within a kind, keys
   * with low counts are evicted before keys with high counts, so a rate limit cannot be reset by requests with many
   * other keys. While the shared cache is unreachable each process counts separately.
   */
  counter(kind: CounterKind): Counter
  /** Returns the distributed gauge of that name. */
  gauge(name: string): DistributedGauge
  /** Returns the newest values of that name. */
  latest(name: string): LatestValues
  close(): Promise<void>
}
