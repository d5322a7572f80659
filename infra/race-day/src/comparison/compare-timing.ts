import type { ExpectedTimingEntry } from '../account/expected-timing.ts'
import type { TimingReply } from '../fans/replies.ts'
import type { Standing } from '../race-control/timing-snapshot.ts'
import { type Difference, differs } from './differences.ts'

export type ExpectedTiming = { standing: Standing; totalLaps: number; entries: ExpectedTimingEntry[] }

/** Compares live timing with the recorded lap: order, places, cars, laps, flag and message. */
export const compareTiming = (
  where: string,
  { standing, totalLaps, entries }: ExpectedTiming,
  shown: TimingReply,
): Difference[] => {
  const plates = (rows: readonly { plate: string }[]) => rows.map(({ plate }) => plate).join(' ')
  const known = new Map(shown.entries.map((entry) => [entry.plate, entry]))
  const hasEnded = standing.flag === 'chequered'
  return [
    ...differs(where, 'flag', standing.flag, shown.flag),
    ...differs(where, 'lap', standing.lap, shown.lap),
    ...differs(where, 'totalLaps', totalLaps, shown.totalLaps),
    ...differs(where, 'message', standing.message, shown.message),
    ...differs(where, 'hasEnded', hasEnded, shown.hasEnded),
    ...differs(where, 'order', plates(entries), plates(shown.entries)),
    ...entries.flatMap((expected) => {
      const entry = known.get(expected.plate)
      if (!entry) return []
      const { plate, carId, position, place, change, laps, status } = entry
      return differs(where, `car ${expected.plate}`, expected, { plate, carId, position, laps, status, place, change })
    }),
  ]
}
