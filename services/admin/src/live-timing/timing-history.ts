import type { TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { TrackedTiming } from './next-timing.ts'

/** What a snapshot adds to its session's history: completed laps, and race control messages. */
export type HistoryAdditions = {
  laps: (Pick<TimingEntry, 'plate' | 'position' | 'gapMs' | 'inPit'> & { lap: number; lapMs: number | null })[]
  control: { lap: number; flag: string; message: string | null } | undefined
}

/**
 * Returns what a snapshot adds to the history.
 * A new car adds its current position, then each completed lap. Another source than before starts a new history.
 */
export const historyAdditions = (latest: TrackedTiming | undefined, { timing }: TrackedTiming): HistoryAdditions => {
  const before = latest?.timing.generation === timing.generation ? latest : undefined
  const lapsByPlate = new Map(before?.trackers.cars.map(({ plate, laps }) => [plate, laps]))
  const { lap, flag, message } = timing
  const lastEvent = before?.timing
  return {
    laps: timing.entries
      .filter(({ plate, laps }) => laps > (lapsByPlate.get(plate) ?? -1))
      .map(({ plate, position, laps, lastLapMs, gapMs, inPit }) => ({
        ...{ plate, position, gapMs, inPit },
        lap: laps,
        lapMs: laps > 0 ? lastLapMs : null,
      })),
    control: lastEvent && lastEvent.flag === flag && lastEvent.message === message ? undefined : { lap, flag, message },
  }
}
