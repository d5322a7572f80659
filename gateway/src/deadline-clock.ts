import { type Logger, runPeriodically } from '@purple-sector/service-kit'

/**
 * The clock that decides deadlines, in ms since 1970: that of tipping's database.
 * Whatever the clock of this machine says, no fan sees a race lock or a countdown end at another moment than tips are
 * rejected.
 */
export type DeadlineClock = {
  now(): number
  /** Measures the time once. Rejects when tipping does not answer; the last measurement stays in force. */
  synchronize(): Promise<void>
  /** Measures periodically, until stopped. */
  start(): void
  stop(): Promise<void>
}

type Options = {
  /** Fetches tipping's time; undefined where tipping is not installed: then this machine's clock is used. */
  request(): Promise<number | undefined>
  log: Logger
  /** A monotonic clock in ms with any origin; replaced in tests. */
  elapsed?: () => number
}

/** Tipping's time when `elapsed` was 0, how far that may be off, and when it was measured. */
type Measurement = { origin: number; uncertainMs: number; measuredAt: number }

const SYNC_INTERVAL_MS = 30_000
/** Clocks drift, and databases move to other machines: a measurement becomes less certain with time. */
const DRIFT_PER_MS = 0.001

export const createDeadlineClock = ({ request, log, elapsed = () => performance.now() }: Options): DeadlineClock => {
  let measured: Measurement = { origin: Date.now() - elapsed(), uncertainMs: Number.POSITIVE_INFINITY, measuredAt: 0 }
  let synchronization: { stop(): Promise<void> } | undefined

  const synchronize = async (): Promise<void> => {
    const requestedAt = elapsed()
    const time = await request()
    const answeredAt = elapsed()
    if (time === undefined) return
    // The reply was made at some time between request and response (Cristian's algorithm).
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
