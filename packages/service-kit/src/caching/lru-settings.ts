/** Settings of an `LRUCache` whose entries are gone when their time is over, not only once somebody asks for them. */
export const expiring = (ttl: number, now: () => number) =>
  ({ ttl, ttlAutopurge: true, ttlResolution: 0, perf: { now } }) as const

/** Settings of one of at most so many entries. With `max` it would take the memory for all of them at once. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const
