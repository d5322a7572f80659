export type LoadLimits = {
  /** So many under way at once are never too many, however long they take. */
  concurrency: number
  /** Beyond them nobody is let in who would wait for longer, in ms. */
  maxWaitMs: number
  /** So many more are none either after a calm: who comes all at once waits, who comes on and on is refused. */
  burst: number
}

/** A request, as far as it has come: Node's says so of itself. */
type Coming = { readonly complete: boolean }

/** How far back "lately" reaches, in ms of being busy: what is older fades. */
const LATELY_MS = 1_000
/** So long, in ms, has to be calm before a burst is let in again. */
const CALM_MS = 1_000
/** Of those that are never too many. Answers come many at a time: while the next ones arrive it is no calm yet. */
const CALM = 0.2
const MAX_PAUSE_S = 10

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
  const coming = new Set<Coming>()
  let inFlight = 0
  let isBusy = false
  /** Time spent busy and what was answered in it, both fading alike. */
  let busyMs = 0
  let answered = 0
  let countedAt = 0
  let calmSince = now()
  /** So many are let in however long they wait: after a calm a burst more, until they have been there together. */
  let always = concurrency + burst

  /** Counts the time since it was counted last. */
  const count = (): void => {
    const moment = now()
    if (isBusy) {
      const left = Math.exp((countedAt - moment) / LATELY_MS)
      busyMs = busyMs * left + LATELY_MS * (1 - left)
      answered *= left
    }
    countedAt = moment
  }

  /** Counts those that have come meanwhile. */
  const gather = (): void => {
    for (const request of coming) {
      if (!request.complete) continue
      coming.delete(request)
      inFlight += 1
    }
    if (isBusy || inFlight < concurrency) return
    count()
    if (countedAt - calmSince >= CALM_MS) always = concurrency + burst
    isBusy = true
  }

  /** How long a newcomer would wait, in ms: for ever while nothing is answered. */
  const waitMs = (): number => {
    count()
    return answered === 0 ? Number.POSITIVE_INFINITY : (inFlight * busyMs) / answered
  }

  /** Whether a newcomer would be let in. */
  const hasRoom = (): boolean => {
    if (inFlight + coming.size < concurrency) return true
    gather()
    if (inFlight < always) return true
    always = concurrency
    return waitMs() <= maxWaitMs
  }

  return {
    inFlight: (): number => inFlight,
    hasRoom,
    /** Lets one in, who `leave`s in the end; false where there is too much. */
    enter(request: Coming): boolean {
      if (!hasRoom()) return false
      coming.add(request)
      return true
    },
    /** `isAnswered` is false of who went away before: how fast others are answered it does not tell. */
    leave(request: Coming, isAnswered: boolean): void {
      gather()
      if (coming.delete(request)) return
      count()
      if (isBusy && isAnswered) answered += 1
      inFlight -= 1
      if (isBusy && inFlight <= concurrency * CALM) {
        isBusy = false
        calmSince = countedAt
      }
    },
    /** After how many seconds somebody who was refused should come again. */
    pauseSeconds: (): number => Math.min(MAX_PAUSE_S, Math.max(1, Math.ceil(waitMs() / 1_000))),
  }
}
