import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'

/** A car that runs, somewhere. */
export const aTimingEntry = (over: Partial<TimingEntry> = {}): TimingEntry => ({
  carNumber: over.carId ?? 99,
  plate: String(over.carId ?? 99),
  carId: null,
  driver: null,
  position: 1,
  place: 1,
  change: 0,
  laps: 1,
  lastLapMs: null,
  lastLap: null,
  bestLapMs: null,
  isFastest: false,
  gapMs: null,
  gapLaps: null,
  intervalMs: null,
  intervalLaps: null,
  sectorsMs: [null, null, null],
  sectors: [null, null, null],
  inPit: false,
  pitStops: null,
  status: 'running',
  ...over,
})

/** How a session stands that has just begun. */
export const aTiming = (over: Partial<Timing> = {}): Timing => {
  const at = over.at ?? new Date().toISOString()
  return {
    raceId: 1,
    weekendId: 1,
    generation: 1,
    sequence: 1,
    at,
    capturedAt: at,
    startedAt: at,
    flag: 'green',
    lap: 1,
    totalLaps: null,
    remainingMs: null,
    message: null,
    hasEnded: false,
    entries: [],
    ...over,
  }
}
