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
export type Tally = {
  /** What this part is now; unless it is given again it counts no more after `ttlMs`. */
  give(part: string, amount: number, ttlMs: number): Promise<void>
  /** All parts together; undefined while the cache is away. */
  total(): Promise<number | undefined>
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
  tally(name: string): Tally
  close(): Promise<void>
}
