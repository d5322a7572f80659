import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import type { RaceState } from '../race-control/timing-snapshot.ts'

// The expected live timing of a recorded lap, by the rules of the game and without any code of the product.

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
  raceState: RaceState,
  first: RaceState,
  carIdOf: (plate: string) => number,
): ExpectedTimingEntry[] => {
  const before = new Map(first.cars.map(({ plate, position }) => [plate, position]))
  let place = 0
  return raceState.cars.map(({ plate, position, laps, status }) => ({
    ...{ plate, carId: carIdOf(plate), position, laps, status },
    place: status === 'out' ? null : ++place,
    change: (before.get(plate) ?? position) - position,
  }))
}

/** Returns the classification that the race would have if it ended now. */
export const asClassification = (entries: readonly ExpectedTimingEntry[]): ClassifiedRow[] =>
  entries.map(({ carId, position, place }) => ({
    carId,
    position,
    status: place === null ? 'dnf' : 'classified',
  }))

/** Returns the ids of the cars that would earn points, in order, separated by commas. */
export const podiumIn = (entries: readonly ExpectedTimingEntry[]): string =>
  entries
    .filter(({ place }) => place !== null && place <= 3)
    .map(({ carId }) => carId)
    .join()
