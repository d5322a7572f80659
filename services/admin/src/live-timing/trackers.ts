import type { SectorColour, SnapshotEntry } from '@purple-sector/contracts/admin/live-timing'
import { z } from 'zod'

/* Trackers: each car's bests and first position, carried from snapshot to snapshot. */

const time = z.number().nullable()

const carTrackerSchema = z.object({
  /** As the source writes it. */
  plate: z.string(),
  /** Null for a car that the first snapshot did not name. */
  firstPosition: z.number().nullable(),
  laps: z.number(),
  bestLapMs: time,
  bestSectorsMs: z.tuple([time, time, time]),
})
export type CarTracker = z.infer<typeof carTrackerSchema>

/** A best of the session, and the car that drove it first. */
const bestSchema = z.object({ ms: z.number(), plate: z.string() }).nullable()
type Best = z.infer<typeof bestSchema>

export const trackersSchema = z.object({
  /** In the order of the last snapshot, then cars it no longer names, with what they drove. */
  cars: z.array(carTrackerSchema),
  lap: bestSchema,
  sectors: z.tuple([bestSchema, bestSchema, bestSchema]),
})
export type Trackers = z.infer<typeof trackersSchema>

/** Returns a car's plate as the source writes it. */
export const plateOf = ({ carNumber, plate }: Pick<SnapshotEntry, 'carNumber' | 'plate'>): string =>
  plate ?? String(carNumber)

/** Normalizes a time: sources write 0 for none. */
const timeOrNull = (ms: number | null | undefined): number | null => (ms ? ms : null)

const fasterOf = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : Math.min(left, right)

/** Updates a car's bests. The source's own best lap counts, because it excludes deleted laps. */
const trackCar = (before: CarTracker | undefined, entry: SnapshotEntry, isFirst: boolean): CarTracker => {
  const sector = (index: 0 | 1 | 2) =>
    fasterOf(before?.bestSectorsMs[index] ?? null, timeOrNull(entry.sectorsMs?.[index]))
  return {
    plate: plateOf(entry),
    firstPosition: before ? before.firstPosition : isFirst ? entry.position : null,
    laps: Math.max(before?.laps ?? 0, entry.laps),
    bestLapMs: timeOrNull(entry.bestLapMs) ?? fasterOf(before?.bestLapMs ?? null, timeOrNull(entry.lastLapMs)),
    bestSectorsMs: [sector(0), sector(1), sector(2)],
  }
}

/** Returns the fastest; at equal times the car that drove it first. */
const fastest = (before: Best, cars: readonly CarTracker[], bestOf: (car: CarTracker) => number | null): Best => {
  const times = cars.flatMap((car) => {
    const ms = bestOf(car)
    return ms === null ? [] : [{ ms, plate: car.plate }]
  })
  const previousBest = times.find(({ plate, ms }) => plate === before?.plate && ms === before.ms)
  return times.reduce<Best>((best, each) => (best === null || each.ms < best.ms ? each : best), previousBest ?? null)
}

/** Updates the trackers by a snapshot; without earlier ones it is the session's first. */
export const track = (before: Trackers | undefined, entries: readonly SnapshotEntry[]): Trackers => {
  const remainingCars = new Map(before?.cars.map((car) => [car.plate, car]))
  const currentCars = entries.map((entry) => trackCar(remainingCars.get(plateOf(entry)), entry, before === undefined))
  for (const { plate } of currentCars) remainingCars.delete(plate)
  const cars = [...currentCars, ...remainingCars.values()]
  const sector = (index: 0 | 1 | 2) =>
    fastest(before?.sectors[index] ?? null, cars, ({ bestSectorsMs }) => bestSectorsMs[index])
  return {
    cars,
    lap: fastest(before?.lap ?? null, cars, ({ bestLapMs }) => bestLapMs),
    sectors: [sector(0), sector(1), sector(2)],
  }
}

/**
 * Resets the trackers for another source, except for first positions.
 * Times are the new source's to state: it may have timed otherwise, or another session.
 */
export const resetTrackers = ({ cars }: Trackers): Trackers => ({
  cars: cars.map(({ plate, firstPosition }) => ({
    ...{ plate, firstPosition, laps: 0, bestLapMs: null },
    bestSectorsMs: [null, null, null],
  })),
  lap: null,
  sectors: [null, null, null],
})

/** Returns purple for the fastest overall, green for the car's best, yellow for slower, null without a time. */
export const colourOf = (
  ms: number | null | undefined,
  { plate, carBestMs, sessionBest }: { plate: string; carBestMs: number | null; sessionBest: Best },
): SectorColour | null => {
  const lap = timeOrNull(ms)
  if (lap === null) return null
  if (sessionBest?.plate === plate && lap <= sessionBest.ms) return 'purple'
  return carBestMs !== null && lap <= carBestMs ? 'green' : 'yellow'
}
