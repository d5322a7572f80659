import { type Logger, runPeriodically } from '@purple-sector/service-kit'

/**
 * The time by which deadlines are decided, in ms since 1970: that of tipping's database. Whatever the clock of this
 * machine says, no fan sees a session lock or a countdown end at another moment than tips are refused.
 */
export type DeadlineClock = {
  now(): number
  /** Asks for the time once. Rejects when nobody answers; what was learned before holds on. */
  learn(): Promise<void>
  /** Goes on learning, until it is stopped. */
  start(): void
  stop(): Promise<void>
}

type Options = {
  /** The owner's time, undefined where there is no owner: then this machine's clock is as good as any. */
  request(): Promise<number | undefined>
  log: Logger
  /** A clock in ms that runs evenly from whenever; replaced in tests. */
  elapsed?: () => number
}

/** What is known: the owner's time when `elapsed` was 0, how wrong that may be, and when it was learned. */
type Knowledge = { origin: number; uncertainMs: number; learnedAt: number }

const LEARN_EVERY_MS = 30_000
/** Clocks part from each other, and databases move to other machines: what was learned is worth less with time. */
const DOUBT_PER_MS = 0.001

export const createDeadlineClock = ({ request, log, elapsed = () => performance.now() }: Options): DeadlineClock => {
  let known: Knowledge = { origin: Date.now() - elapsed(), uncertainMs: Number.POSITIVE_INFINITY, learnedAt: 0 }
  let learning: { stop(): Promise<void> } | undefined

  const learn = async (): Promise<void> => {
    const askedAt = elapsed()
    const time = await request()
    const answeredAt = elapsed()
    if (time === undefined) return
    // The reply was made somewhere between the question and the answer (Cristian's algorithm).
    const uncertainMs = (answeredAt - askedAt) / 2
    if (uncertainMs > known.uncertainMs + (answeredAt - known.learnedAt) * DOUBT_PER_MS) return
    known = { origin: time - (askedAt + answeredAt) / 2, uncertainMs, learnedAt: answeredAt }
  }

  return {
    now: () => Math.round(known.origin + elapsed()),
    learn,
    start() {
      learning ??= runPeriodically(LEARN_EVERY_MS, log, 'learning the time of deadlines', learn)
    },
    stop: async () => learning?.stop(),
  }
}
