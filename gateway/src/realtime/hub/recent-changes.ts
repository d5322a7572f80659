export type RecentChanges = {
  /** Something changed that concerns the clients of this channel, whether or not there are any. */
  note(key: string): void
  /** From now on changes are heard. */
  start(): void
  /** For how long, in ms, nothing has changed that concerns these channels, as far as we heard: a minute at most. */
  unchangedForMs(keys: readonly string[]): number
}

const REMEMBERED_MS = 60_000
/** A result concerns each of its fans: twice a hundred thousand take 28 MB. */
const MAX_REMEMBERED = 200_000

/**
 * What changed a moment ago, by the keys of channels: whoever subscribes learns whether what they read just before can be
 * older than what they will be told. Of more changes in a minute than are remembered the oldest are forgotten, and then
 * nobody is told that it has been quiet for longer than since those.
 */
export const createRecentChanges = (
  now: () => number = () => performance.now(),
  most: number = MAX_REMEMBERED,
): RecentChanges => {
  /** The longest ago first. */
  const changedAt = new Map<string, number>()
  let heardSince = now()
  return {
    note(key) {
      const at = now()
      changedAt.delete(key)
      changedAt.set(key, at)
      for (const [old, when] of changedAt) {
        const isOld = at - when >= REMEMBERED_MS
        if (!isOld && changedAt.size <= most) break
        changedAt.delete(old)
        if (!isOld) heardSince = Math.max(heardSince, when)
      }
    },
    start() {
      heardSince = now()
    },
    unchangedForMs(keys) {
      const at = now()
      const changes = keys.map((key) => changedAt.get(key) ?? heardSince)
      return Math.floor(at - Math.max(at - REMEMBERED_MS, heardSince, ...changes))
    },
  }
}
