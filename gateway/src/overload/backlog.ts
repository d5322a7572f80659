export type LoadLimits = {
  /** So many under way at once are never too many, however long they take. */
  concurrency: number
  /** Beyond them nobody is let in who would wait for longer, in ms. */
  maxWaitMs: number
  /** So many more are none either after a calm: who comes all at once waits, who comes on and on is refused. */
  burst: number
}

/** A request, as far as it has come: Node's says so of itself. */
type Incoming = { readonly complete: boolean }

/** How far back "lately" reaches, in ms of being busy: what is older fades. */
const DECAY_MS = 1_000
/** So long, in ms, has to be calm before a burst is let in again. */
const BURST_RECOVERY_MS = 1_000
/** Of those that are never too many. Answers come many at a time: while the next ones arrive it is no calm yet. */
const CALM_SHARE = 0.2
const MAX_RETRY_AFTER_S = 10

/**
 * Requests under way, and how long a newcomer would wait for them: by Little's law as many as are under way, at the pace
 * at which they were answered lately. The pace is looked at only while much is under way, since otherwise it says how
 * many come, not how many could be taken; until it is known, a burst is let in by its number.
 *
 * Numbers decide before times do, so that a machine that is merely slow, or stood still for a moment, refuses nobody
 * of the `atOnce + burst` who come together.
 *
 * @param now the clock in ms
 */
export const createBacklog = (
  { concurrency, maxWaitMs, burst }: LoadLimits,
  now: () => number = () => performance.now(),
) => {
  /** Those of which not all has come: who sends byte by byte takes nobody's place. */
  const arriving = new Set<Incoming>()
  let inFlight = 0
  let isBusy = false
  /** Time spent busy and what was answered in it, both fading alike. */
  let busyMs = 0
  let answered = 0
  let decayedAt = 0
  let calmSince = now()
  /** So many are let in however long they wait: after a calm a burst more, until they have been there together. */
  let guaranteed = concurrency + burst

  /** Counts the time since it was counted last. */
  const decay = (): void => {
    const at = now()
    if (isBusy) {
      const left = Math.exp((decayedAt - at) / DECAY_MS)
      busyMs = busyMs * left + DECAY_MS * (1 - left)
      answered *= left
    }
    decayedAt = at
  }

  /** Counts those that have come meanwhile. */
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

  /** How long a newcomer would wait, in ms: for ever while nothing is answered. */
  const waitMs = (): number => {
    decay()
    return answered === 0 ? Number.POSITIVE_INFINITY : (inFlight * busyMs) / answered
  }

  /** Whether a newcomer would be let in. */
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
    /** Lets one in, who `leave`s in the end; false where there is too much. */
    enter(request: Incoming): boolean {
      if (!hasRoom()) return false
      arriving.add(request)
      return true
    },
    /** `isAnswered` is false of who went away before: how fast others are answered it does not tell. */
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
    /** After how many seconds somebody who was refused should come again. */
    retryAfterSeconds: (): number => Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(waitMs() / 1_000))),
  }
}
