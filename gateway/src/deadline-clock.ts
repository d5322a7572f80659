import { type Logger, runPeriodically } from '@purple-sector/service-kit'

/**
 * The time by which deadlines are decided, in ms since 1970: that of tipping's database. Whatever the clock of this
 * machine says, no fan sees a session lock or a countdown end at another moment than tips are refused.
 */
export type DeadlineClock = {
  now(): number
  /** Asks for the time once. Rejects when nobody answers; what was learned before holds on. */
  synchronize(): Promise<void>
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
type Measurement = { origin: number; uncertainMs: number; measuredAt: number }

const SYNC_INTERVAL_MS = 30_000
/** Clocks part from each other, and databases move to other machines: what was learned is worth less with time. */
const DRIFT_PER_MS = 0.001

export const createDeadlineClock = ({ request, log, elapsed = () => performance.now() }: Options): DeadlineClock => {
  let measured: Measurement = { origin: Date.now() - elapsed(), uncertainMs: Number.POSITIVE_INFINITY, measuredAt: 0 }
  let synchronization: { stop(): Promise<void> } | undefined

  const synchronize = async (): Promise<void> => {
    const requestedAt = elapsed()
    const time = await request()
    const answeredAt = elapsed()
    if (time === undefined) return
    // The reply was made somewhere between the question and the answer (Cristian's algorithm).
    const uncertainMs = (answeredAt - requestedAt) / 2
    if (uncertainMs > measured.uncertainMs + (answeredAt - measured.measuredAt) * DRIFT_PER_MS) return
    measured = { origin: time - (requestedAt + answeredAt) / 2, uncertainMs, measuredAt: answeredAt }
  }

  return {
    now: () => Math.round(measured.origin + elapsed()),
    synchronize,
    start() {
      synchronization ??= runPeriodically(SYNC_INTERVAL_MS, log, 'deadline clock synchronization', synchronize)
    },
    stop: async () => synchronization?.stop(),
  }
}
