export type LoadLimits = {
  /** This many requests in flight are always accepted, however long they take. */
  concurrency: number
  /** Beyond `concurrency`, a request that would wait longer than this, in ms, is rejected. */
  maxWaitMs: number
  /** This many more are accepted after a calm: a burst waits, a sustained overload is rejected. */
  burst: number
}

/** A request as far as it has arrived, such as Node's `IncomingMessage`. */
type Incoming = { readonly complete: boolean }

/** Time constant of the exponential decay, in busy ms. */
const DECAY_MS = 1_000
/** How long it has to be calm, in ms, before a burst is accepted again. */
const BURST_RECOVERY_MS = 1_000
/**
 * Share of `concurrency` below which it is calm. Replies come in batches: while the next requests arrive it is not calm
 * yet.
 */
const CALM_SHARE = 0.2
const MAX_RETRY_AFTER_S = 10

/**
 * Tracks requests in flight, and estimates how long a new one would wait.
 * By Little's law the wait is the number in flight divided by the recent rate of replies. The rate is measured only
 * while the backlog is busy, since otherwise it measures arrivals and not capacity; until it is known, a burst is
 * accepted by its number.
 *
 * Numbers decide before times do, so that a machine that is merely slow, or paused for a moment, rejects none of
 * `concurrency + burst` simultaneous requests.
 *
 * @param now the clock in ms
 */
export const createBacklog = (
  { concurrency, maxWaitMs, burst }: LoadLimits,
  now: () => number = () => performance.now(),
) => {
  /** Requests whose body has not fully arrived: a client that sends byte by byte occupies no slot. */
  const arriving = new Set<Incoming>()
  let inFlight = 0
  let isBusy = false
  /** Busy time and replies within it, both decaying alike. */
  let busyMs = 0
  let answered = 0
  let decayedAt = 0
  let calmSince = now()
  /** Accepted regardless of the wait: after a calm a burst more, until that many were in flight together. */
  let guaranteed = concurrency + burst

  /** Decays the measurement by the time since the last call. */
  const decay = (): void => {
    const at = now()
    if (isBusy) {
      const left = Math.exp((decayedAt - at) / DECAY_MS)
      busyMs = busyMs * left + DECAY_MS * (1 - left)
      answered *= left
    }
    decayedAt = at
  }

  /** Counts requests that have fully arrived since the last call. */
  const admitArrived = (): void => {
    for (const request of arriving) {
      if (!request.complete) continue
      arriving.delete(request)
      inFlight += 1
    }
    if (isBusy || inFlight < concurrency) return
    decay()
    if (decayedAt - calmSince >= BURST_RECOVERY_MS) guaranteed = concurrency + burst
    isBusy = true
  }

  /** How long a new request would wait, in ms; infinite while nothing is answered. */
  const waitMs = (): number => {
    decay()
    return answered === 0 ? Number.POSITIVE_INFINITY : (inFlight * busyMs) / answered
  }

  /** Whether a new request would be accepted. */
  const hasRoom = (): boolean => {
    if (inFlight + arriving.size < concurrency) return true
    admitArrived()
    if (inFlight < guaranteed) return true
    guaranteed = concurrency
    return waitMs() <= maxWaitMs
  }

  return {
    inFlight: (): number => inFlight,
    hasRoom,
    /** Accepts a request, which must `leave` in the end; false where there is too much. */
    enter(request: Incoming): boolean {
      if (!hasRoom()) return false
      arriving.add(request)
      return true
    },
    /** `isAnswered` is false for clients that disconnected: they do not count for the rate of replies. */
    leave(request: Incoming, isAnswered: boolean): void {
      admitArrived()
      if (arriving.delete(request)) return
      decay()
      if (isBusy && isAnswered) answered += 1
      inFlight -= 1
      if (isBusy && inFlight <= concurrency * CALM_SHARE) {
        isBusy = false
        calmSince = decayedAt
      }
    },
    /** `Retry-After` of a rejected request, in seconds. */
    retryAfterSeconds: (): number => Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(waitMs() / 1_000))),
  }
}
