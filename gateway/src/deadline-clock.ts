import { gauge } from '@purple-sector/metrics'
import { type Logger, runPeriodically } from '@purple-sector/service-kit'

/**
 * This gateway's estimate of the clock that decides deadlines, tipping's database's, in ms since 1970. Frames show it; the
 * gateway itself rejects no tip.
 * A wrong clock of this machine therefore never shows users a lock or the end of a countdown at another moment than
 * tipping begins to reject tips.
 */
export type DeadlineClock = {
  now(): number
  /** Measures the time once. Rejects if tipping does not reply; the last measurement stays valid. */
  synchronize(): Promise<void>
  /** Measures periodically, until stopped. */
  start(): void
  stop(): Promise<void>
}

type Options = {
  /** Fetches tipping's time. Undefined if tipping is not installed; this machine's clock is used then. */
  request(): Promise<number | undefined>
  log: Logger
  /** A monotonic clock in ms with any origin; replaced in tests. */
  elapsed?: () => number
}

/** Tipping's time when `elapsed` was 0, its maximum error, and the time of the measurement. */
type Measurement = { origin: number; uncertainMs: number; measuredAt: number }

const SYNC_INTERVAL_MS = 30_000
/** Clocks drift, and databases move to other machines: a measurement becomes less certain with time. */
const DRIFT_PER_MS = 0.001

export const createDeadlineClock = ({ request, log, elapsed = () => performance.now() }: Options): DeadlineClock => {
  let measurement: Measurement = {
    origin: Date.now() - elapsed(),
    uncertainMs: Number.POSITIVE_INFINITY,
    measuredAt: 0,
  }
  let synchronization: { stop(): Promise<void> } | undefined

  const synchronize = async (): Promise<void> => {
    const requestedAt = elapsed()
    const time = await request()
    const repliedAt = elapsed()
    if (time === undefined) return
    // The reply was made at some time between request and response (Cristian's algorithm).
    const uncertainMs = (repliedAt - requestedAt) / 2
    if (uncertainMs > measurement.uncertainMs + (repliedAt - measurement.measuredAt) * DRIFT_PER_MS) return
    measurement = { origin: time - (requestedAt + repliedAt) / 2, uncertainMs, measuredAt: repliedAt }
    gauge('gateway_clock_offset_seconds').set((Date.now() - (measurement.origin + repliedAt)) / 1_000)
  }

  return {
    now: () => Math.round(measurement.origin + elapsed()),
    synchronize,
    start() {
      synchronization ??= runPeriodically(SYNC_INTERVAL_MS, log, 'deadline clock synchronization', synchronize)
    },
    stop: async () => synchronization?.stop(),
  }
}
