/** Ten screens that reconnect every ten seconds, and as many again. */
const HANDSHAKES = 120
const WINDOW_MS = 60_000
/** How long a session waits whose socket was cut for sending too much. */
const BARRED_MS = 30_000

export type HandshakeLimits = {
  /** Counts a handshake of a session. Answers in how many seconds it may try again; 0 where it may go on now. */
  count(sessionHash: string, now: number): number
  /** This session opens no socket for a while. */
  bar(sessionHash: string, now: number): void
  /** Looked at every now and then: forgets whom nothing is held against. */
  sweep(now: number): void
}

/** What a session may open: without a limit a flood that is cut would cost nothing to begin again. */
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
      return window.count > HANDSHAKES ? Math.ceil((window.endsAt - now) / 1000) : 0
    },
    bar(hash, now) {
      windows.set(hash, { endsAt: now + BARRED_MS, count: HANDSHAKES })
    },
    sweep(now) {
      for (const [hash, { endsAt }] of windows) if (now >= endsAt) windows.delete(hash)
    },
  }
}
