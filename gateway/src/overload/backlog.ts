export type LoadLimits = {
  /** This many requests in flight are always accepted, however long they take. */
  concurrency: number
  /** Beyond `concurrency`, a request that would wait longer than this, in ms, is rejected. */
  maxWaitMs: number
  /** This many more requests are accepted after a calm: a burst is queued, a sustained overload is rejected. */
  burst: number
}

/** A request as far as it has arrived, such as Node's `IncomingMessage`. */
type Incoming = { readonly complete: boolean }

/** Time constant of the exponential decay, in busy ms. */
const DECAY_MS = 1_000
/** Duration of a calm, in ms, after which a burst is accepted again. */
const BURST_RECOVERY_MS = 1_000
/**
 * Share of `concurrency` below which the backlog is calm. A batch of replies alone is no calm, because the next
 * requests are about to arrive.
 */
const CALM_SHARE = 0.2
const MAX_RETRY_AFTER_S = 10

/**
 * Tracks requests in flight, and estimates how long a new one would wait.
 * By Little's law the wait is the number in flight divided by the recent rate of replies. The rate is measured only
 * while the backlog is busy, since otherwise it measures arrivals and not capacity; until it is known, a burst is
 * limited by its number of requests.
 *
 * The number of requests decides before their wait does, so that a machine that is merely slow, or paused for a moment,
 * rejects none of `concurrency + burst` simultaneous requests.
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
  /** Busy time and the replies within it; both decay at the same rate. */
  let busyMs = 0
  let replies = 0
  let decayedAt = 0
  let calmSince = now()
  /** Requests accepted regardless of their wait; includes a burst after a calm, until that many were in flight. */
  let guaranteedCount = concurrency + burst

  /** Decays the measurement by the time since the last call. */
  const decay = (): void => {
    const at = now()
    if (isBusy) {
      const decayFactor = Math.exp((decayedAt - at) / DECAY_MS)
      busyMs = busyMs * decayFactor + DECAY_MS * (1 - decayFactor)
      replies *= decayFactor
    }
    decayedAt = at
  }

  /** Counts requests that have fully arrived since the last call. */
  const countArrived = (): void => {
    for (const request of arriving) {
      if (!request.complete) continue
      arriving.delete(request)
      inFlight += 1
    }
    if (isBusy || inFlight < concurrency) return
    decay()
    if (decayedAt - calmSince >= BURST_RECOVERY_MS) guaranteedCount = concurrency + burst
    isBusy = true
  }

  /** How long a new request would wait, in ms; infinite while there are no replies. */
  const waitMs = (): number => {
    decay()
    return replies === 0 ? Number.POSITIVE_INFINITY : (inFlight * busyMs) / replies
  }

  /** Whether a new request would be accepted. */
  const hasRoom = (): boolean => {
    if (inFlight + arriving.size < concurrency) return true
    countArrived()
    if (inFlight < guaranteedCount) return true
    guaranteedCount = concurrency
    return waitMs() <= maxWaitMs
  }

  return {
    inFlight: (): number => inFlight,
    hasRoom,
    /** Accepts a request, which must be released in the end; returns false if there are too many. */
    acquire(request: Incoming): boolean {
      if (!hasRoom()) return false
      arriving.add(request)
      return true
    },
    /** Releases a request. Without a reply (`hasReplied`), because its client disconnected, it counts for no rate. */
    release(request: Incoming, hasReplied: boolean): void {
      countArrived()
      if (arriving.delete(request)) return
      decay()
      if (isBusy && hasReplied) replies += 1
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
