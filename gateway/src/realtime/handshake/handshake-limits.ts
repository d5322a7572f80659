/** Handshakes of a session per window: twice those of ten screens that reconnect every ten seconds. */
const MAX_HANDSHAKES = 120
const WINDOW_MS = 60_000
/** How long a session is barred after a socket was terminated for flooding. */
const BARRED_MS = 30_000

export type HandshakeLimits = {
  /** Counts a handshake of a session. Returns the seconds until it may retry; 0 if it may continue. */
  count(sessionHash: string, now: number): number
  /** Rejects handshakes of the session for a while. */
  bar(sessionHash: string, now: number): void
  /** Runs periodically: drops expired windows. */
  sweep(now: number): void
}

/** Limits handshakes per session: without it a terminated flood could be repeated at no cost. */
export const createHandshakeLimits = (): HandshakeLimits => {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return {
    count(hash, now) {
      const window = windows.get(hash)
      if (!window || now >= window.endsAt) {
        windows.set(hash, { endsAt: now + WINDOW_MS, count: 1 })
        return 0
      }
      window.count++
      return window.count > MAX_HANDSHAKES ? Math.ceil((window.endsAt - now) / 1000) : 0
    },
    bar(hash, now) {
      windows.set(hash, { endsAt: now + BARRED_MS, count: MAX_HANDSHAKES })
    },
    sweep(now) {
      for (const [hash, { endsAt }] of windows) if (now >= endsAt) windows.delete(hash)
    },
  }
}
