export type RecentChanges = {
  /** Notes a change that concerns the clients of this channel, whether or not there are any. */
  note(key: string): void
  /** Starts: changes before now are unknown. */
  start(): void
  /** How long, in ms, nothing has changed in these channels, as far as known: a minute at most. */
  unchangedForMs(keys: readonly string[]): number
}

const WINDOW_MS = 60_000
/** A result concerns each of its fans: twice a hundred thousand take 28 MB. */
const MAX_CHANGES = 200_000

/**
 * Records recent changes by channel key.
 * A client that subscribes learns from it whether what it fetched just before may be older than what it will receive.
 * Beyond `max` entries the oldest are dropped, and the known period begins after them.
 */
export const createRecentChanges = (
  now: () => number = () => performance.now(),
  max: number = MAX_CHANGES,
): RecentChanges => {
  /** Oldest first. */
  const changedAt = new Map<string, number>()
  let knownSince = now()
  return {
    note(key) {
      const at = now()
      changedAt.delete(key)
      changedAt.set(key, at)
      for (const [oldestKey, oldestAt] of changedAt) {
        const isOld = at - oldestAt >= WINDOW_MS
        if (!isOld && changedAt.size <= max) break
        changedAt.delete(oldestKey)
        if (!isOld) knownSince = Math.max(knownSince, oldestAt)
      }
    },
    start() {
      knownSince = now()
    },
    unchangedForMs(keys) {
      const at = now()
      const changes = keys.map((key) => changedAt.get(key) ?? knownSince)
      return Math.floor(at - Math.max(at - WINDOW_MS, knownSince, ...changes))
    },
  }
}
