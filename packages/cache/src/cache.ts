/** What a counter knows of a key. */
export type Count = {
  count: number
  /** Until the key is counted anew; 0 where nothing is counted. */
  resetsInMs: number
  /** Since it was counted last; infinite where it was not. */
  lastMsAgo: number
}

/** What is counted together: its name is unique, its windows are all as long. */
export type CounterKind = { name: string; windowMs: number }

export type Counter = {
  /** Counts one more in the window that began with the key's first count, atomically over all processes. */
  increment(key: string): Promise<Count>
  /** What was counted so far; changes nothing. */
  read(key: string): Promise<Count>
}

/** A sum to which each process gives a part of its own. */
export type DistributedGauge = {
  /** What this part is now; unless it is given again it counts no more after `ttlMs`. */
  set(part: string, amount: number, ttlMs: number): Promise<void>
  /** All parts together; undefined while the cache is away. */
  sum(): Promise<number | undefined>
}

/** What is newest by its number: first by generation, then by sequence. */
export type Numbered = { generation: number; sequence: number; value: unknown }

/** Whether one comes after the other. */
export const isNewer = (one: Omit<Numbered, 'value'>, other: Omit<Numbered, 'value'>): boolean =>
  one.generation > other.generation || (one.generation === other.generation && one.sequence > other.sequence)

/** Values of which only the newest counts, whoever gives them, told to everybody who follows. */
export type Latest = {
  /** Keeps the value for `ttlMs` unless one as new, or newer, is there; `away` where the cache cannot be asked. */
  putIfNewer(key: string, numbered: Numbered, ttlMs: number): Promise<'newest' | 'older' | 'away'>
  /** The newest, or nothing when there is none, it is expired, or the cache is away. */
  read(key: string): Promise<Numbered | undefined>
  /** Forgets it, and tells so. */
  remove(key: string): Promise<void>
  /**
   * Hears what there is now, then every newer one, and undefined where a key was removed; after the cache was away, what
   * there is then. A value that is overtaken quickly may be left out. `heard` must not throw.
   */
  follow(heard: (key: string, newest: Numbered | undefined) => void): { stop(): void }
}

/**
 * Short-lived values and counts shared by the processes that use the same cache, or kept by this one. Values are
 * JSON. It may forget values at any time and never throws: whoever needs the truth asks its owner.
 */
export type Cache = {
  /** The value, or nothing when it is unknown, expired, or the cache is away. */
  get(key: string): Promise<unknown>
  /** Keeps a JSON value for `ttlMs` milliseconds. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * The counts of a kind. Neither values nor counts of other kinds can push them out, and among themselves a key
   * that was counted often stays before one that was counted less: a limit is not washed away by naming many others.
   * While the shared cache is away each process counts for itself.
   */
  counter(kind: CounterKind): Counter
  /** The sum of that name. */
  gauge(name: string): DistributedGauge
  /** The newest values of that name. */
  latest(name: string): Latest
  close(): Promise<void>
}
