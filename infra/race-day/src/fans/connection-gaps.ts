/** Times in which a client had no connection. */
export type ConnectionGaps = {
  /** Records a lost connection; further losses before a recovery belong to the same gap. */
  lost(): void
  /** Records that the client receives frames again. */
  restored(): void
  /** Longest gap so far in ms, one that lasts included. */
  longestMs(): number
  /** Since when there was no gap; ms since the epoch, 0 before the first gap. */
  connectedSince(): number
}

export const createConnectionGaps = (now: () => number = Date.now): ConnectionGaps => {
  let lostAt: number | undefined
  let connectedSince = 0
  let longestMs = 0
  const current = () => (lostAt === undefined ? 0 : now() - lostAt)
  return {
    lost() {
      lostAt ??= now()
    },
    restored() {
      if (lostAt === undefined) return
      longestMs = Math.max(longestMs, current())
      lostAt = undefined
      connectedSince = now()
    },
    longestMs: () => Math.max(longestMs, current()),
    connectedSince: () => connectedSince,
  }
}
