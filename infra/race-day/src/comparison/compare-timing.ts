import type { ExpectedTimingEntry } from '../account/expected-timing.ts'
import type { TimingReply } from '../fans/replies.ts'
import type { RaceState } from '../race-control/timing-snapshot.ts'
import { type Difference, differs } from './differences.ts'

export type ExpectedTiming = { raceState: RaceState; totalLaps: number; entries: ExpectedTimingEntry[] }

/** Compares live timing with the recorded lap: order, places, cars, laps, flag and message. */
export const compareTiming = (
  where: string,
  { raceState, totalLaps, entries }: ExpectedTiming,
  actual: TimingReply,
): Difference[] => {
  const plates = (rows: readonly { plate: string }[]) => rows.map(({ plate }) => plate).join(' ')
  const known = new Map(actual.entries.map((entry) => [entry.plate, entry]))
  const hasEnded = raceState.flag === 'chequered'
  return [
    ...differs(where, 'flag', raceState.flag, actual.flag),
    ...differs(where, 'lap', raceState.lap, actual.lap),
    ...differs(where, 'totalLaps', totalLaps, actual.totalLaps),
    ...differs(where, 'message', raceState.message, actual.message),
    ...differs(where, 'hasEnded', hasEnded, actual.hasEnded),
    ...differs(where, 'order', plates(entries), plates(actual.entries)),
    ...entries.flatMap((expected) => {
      const entry = known.get(expected.plate)
      if (!entry) return []
      const { plate, carId, position, place, change, laps, status } = entry
      return differs(where, `car ${expected.plate}`, expected, { plate, carId, position, laps, status, place, change })
    }),
  ]
}
