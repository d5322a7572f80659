export type RecentChanges = {
  /** Something changed that concerns the clients of this channel, whether or not there are any. */
  note(key: string): void
  /** From now on changes are heard. */
  start(): void
  /** For how long, in ms, nothing has changed that concerns these channels, as far as we heard: a minute at most. */
  quietMs(keys: readonly string[]): number
}

const REMEMBERED_MS = 60_000

/**
 * What changed a moment ago, by the keys of channels: whoever subscribes learns whether what they read just before can be
 * older than what they will be told.
 */
export const createRecentChanges = (now: () => number = () => performance.now()): RecentChanges => {
  /** The longest ago first. */
  const changedAt = new Map<string, number>()
  let listeningSince = now()
  return {
    note(key) {
      const at = now()
      changedAt.delete(key)
      changedAt.set(key, at)
      for (const [old, when] of changedAt) {
        if (at - when < REMEMBERED_MS) break
        changedAt.delete(old)
      }
    },
    start() {
      listeningSince = now()
    },
    quietMs(keys) {
      const at = now()
      const changes = keys.map((key) => changedAt.get(key) ?? listeningSince)
      return Math.floor(at - Math.max(at - REMEMBERED_MS, listeningSince, ...changes))
    },
  }
}
