import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import type { Standing } from '../race-control/timing-snapshot.ts'

// How live timing must show a recorded lap, after the rules of the game and without a line of the product's code.

export type ExpectedTimingEntry = {
  plate: string
  carId: number
  position: number
  place: number | null
  /** Places gained since the first snapshot. */
  change: number
  laps: number
  status: string
}

export const expectedEntries = (
  standing: Standing,
  first: Standing,
  carIdOf: (plate: string) => number,
): ExpectedTimingEntry[] => {
  const before = new Map(first.cars.map(({ plate, position }) => [plate, position]))
  let place = 0
  return standing.cars.map(({ plate, position, laps, status }) => ({
    ...{ plate, carId: carIdOf(plate), position, laps, status },
    place: status === 'out' ? null : ++place,
    change: (before.get(plate) ?? position) - position,
  }))
}

/** The classification that the race would have if it ended so. */
export const asClassification = (entries: readonly ExpectedTimingEntry[]): ClassifiedRow[] =>
  entries.map(({ carId, position, place }) => ({
    carId,
    position,
    status: place === null ? 'dnf' : 'classified',
  }))

/** Cars that would earn points, in their order. */
export const podiumIn = (entries: readonly ExpectedTimingEntry[]): string =>
  entries
    .filter(({ place }) => place !== null && place <= 3)
    .map(({ carId }) => carId)
    .join()
