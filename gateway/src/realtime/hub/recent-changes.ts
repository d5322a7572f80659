export type RecentChanges = {
  /** Notes a change for the clients of this channel, even if there are none. */
  note(key: string): void
  /** Starts recording: changes before now are unknown. */
  start(): void
  /** How long, in ms, these channels have been unchanged, as far as known; at most a minute. */
  unchangedForMs(keys: readonly string[]): number
}

const WINDOW_MS = 60_000
/** A result changes the channel of every participant: 200,000 entries take 28 MB. */
const MAX_CHANGES = 200_000

/**
 * Records recent changes by channel key.
 * A subscribing client learns whether the replies that it fetched before may be older than the frames it will receive.
 * Beyond `max` entries the oldest are evicted, and the known period begins after them.
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
