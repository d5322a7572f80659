import type { Snapshot, SnapshotEntry, Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import { hasEnded, inRunningOrder } from '@purple-sector/contracts/admin/timing-order'
import { type EnteredCars, findEnteredCars } from './find-entered-car.ts'
import { type CarTracker, colourOf, plateOf, resetTrackers, type Trackers, track } from './trackers.ts'

/**
 * The timing of a session with what the next snapshot needs.
 * `sessionStartedAt` is the start by the source, ISO 8601.
 */
export type TrackedTiming = { timing: Timing; trackers: Trackers; sessionStartedAt?: string | null | undefined }

/** Where and when a snapshot arrived. */
type Arrival = {
  raceId: number
  weekendId: number
  generation: number
  at: Date
  startedAt: Date
  entered: EnteredCars
}

/** Derives the pit state: a car in the pits is not on the track, whichever field the source uses. */
const pitState = ({ status, inPit }: SnapshotEntry): Pick<TimingEntry, 'status' | 'inPit'> => ({
  status: status === 'running' && inPit ? 'pit' : status,
  inPit: status === 'pit' || (inPit ?? false),
})

type EntryContext = { place: number | null; carId: number | null; car: CarTracker; trackers: Trackers }

/** Builds an entry with times as the source gives them: nothing is rounded, and no gap is computed. */
const timingEntry = (entry: SnapshotEntry, { place, carId, car, trackers }: EntryContext): TimingEntry => {
  const { plate, firstPosition, bestLapMs, bestSectorsMs } = car
  const sectors = [entry.sectorsMs?.[0] ?? null, entry.sectorsMs?.[1] ?? null, entry.sectorsMs?.[2] ?? null] as const
  const sector = (index: 0 | 1 | 2) =>
    colourOf(sectors[index], { plate, carBestMs: bestSectorsMs[index], sessionBest: trackers.sectors[index] })
  return {
    carNumber: entry.carNumber,
    plate,
    carId,
    driver: entry.driver || null,
    position: entry.position,
    place,
    change: firstPosition === null ? 0 : firstPosition - entry.position,
    laps: entry.laps,
    lastLapMs: entry.lastLapMs ?? null,
    lastLap: colourOf(entry.lastLapMs, { plate, carBestMs: bestLapMs, sessionBest: trackers.lap }),
    bestLapMs,
    isFastest: trackers.lap?.plate === plate,
    gapMs: entry.gapMs ?? null,
    gapLaps: entry.gapLaps ?? null,
    intervalMs: entry.intervalMs ?? null,
    intervalLaps: entry.intervalLaps ?? null,
    sectorsMs: [...sectors],
    sectors: [sector(0), sector(1), sector(2)],
    pitStops: entry.pitStops ?? null,
    ...pitState(entry),
  }
}

/** Computes a session's timing from a snapshot and the timing before (docs/rules.md, Live timing). */
export const nextTiming = (before: TrackedTiming | undefined, snapshot: Snapshot, arrival: Arrival): TrackedTiming => {
  const { entered, at, startedAt, ...session } = arrival
  const sortedEntries = inRunningOrder(snapshot.entries)
  const isSameGeneration = before?.timing.generation === session.generation
  const trackers = track(before && (isSameGeneration ? before.trackers : resetTrackers(before.trackers)), sortedEntries)
  const cars = new Map(trackers.cars.map((car) => [car.plate, car]))
  const carIds = findEnteredCars(entered, sortedEntries.map(plateOf))
  let places = 0
  const entries = sortedEntries.flatMap((entry) => {
    const plate = plateOf(entry)
    const car = cars.get(plate)
    if (!car) return []
    const place = entry.status === 'out' ? null : ++places
    return [timingEntry(entry, { place, carId: carIds.get(plate) ?? null, car, trackers })]
  })
  const previousStart = isSameGeneration ? before?.sessionStartedAt : undefined
  return {
    trackers,
    sessionStartedAt: snapshot.sessionStartedAt
      ? new Date(snapshot.sessionStartedAt).toISOString()
      : (previousStart ?? null),
    timing: {
      ...session,
      sequence: snapshot.sequence,
      at: at.toISOString(),
      capturedAt: new Date(snapshot.capturedAt).toISOString(),
      startedAt: startedAt.toISOString(),
      flag: snapshot.flag,
      lap: snapshot.lap,
      totalLaps: snapshot.totalLaps ?? null,
      remainingMs: snapshot.remainingMs ?? null,
      message: snapshot.message || null,
      hasEnded: hasEnded({ flag: snapshot.flag, entries }),
      entries,
    },
  }
}
