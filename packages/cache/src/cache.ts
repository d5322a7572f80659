/** A window of a shared limit: how often it was counted, and when it begins anew. */
export type Count = { count: number; resetsInMs: number }

/**
 * Short-lived values shared by the processes that use the same cache, or kept by this one. Values are
 * JSON. It may forget at any time and never throws: whoever needs the truth asks its owner.
 */
export type Cache = {
  /** The value, or nothing when it is unknown, expired, or the cache is away. */
  get(key: string): Promise<unknown>
  /** Keeps a JSON value for `ttlMs` milliseconds. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Counts one more in the fixed window of `windowMs` milliseconds that began with the first count, atomically over
   * all processes. While the shared cache is away each process counts for itself.
   */
  increment(key: string, windowMs: number): Promise<Count>
  close(): Promise<void>
}
