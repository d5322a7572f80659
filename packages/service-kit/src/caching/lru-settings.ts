/** Settings of an `LRUCache` that removes entries when they expire, not only on the next access. */
export const expiring = (ttl: number, now: () => number) =>
  ({ ttl, ttlAutopurge: true, ttlResolution: 0, perf: { now } }) as const

/** Limits the number of entries. Unlike `max`, it does not allocate the memory for all of them in advance. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const
