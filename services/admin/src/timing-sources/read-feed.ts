import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import { carOf } from '../imports/find-entry.ts'
import { findMatches } from '../live-timing/car-matches.ts'
import { findEnteredCars } from '../live-timing/find-entered-car.ts'
import type { LatestTimings } from '../live-timing/latest-timings.ts'
import { findEntered } from '../projections/car-projection.ts'
import { raceOf, type SourceDependencies } from './manage-source.ts'
import { sourceRepository } from './source-repository.ts'

/** Reads what arrives for a session, also while timing is paused, and its cars that are not entered. */
export const readFeed = (dependencies: SourceDependencies & { latestTimings: Pick<LatestTimings, 'latest'> }) => {
  const find = raceOf(dependencies)
  return async (raceId: number): Promise<TimingFeed> => {
    const { database, latestTimings } = dependencies
    const race = await find(raceId)
    const [source, latest, cars, matches] = await Promise.all([
      sourceRepository(database).find(raceId),
      latestTimings.latest(raceId),
      findEntered(database, race),
      findMatches(database, raceId),
    ])
    const entries = latest?.timing.entries ?? []
    const carIds = findEnteredCars(
      { cars, matches },
      entries.map(({ plate }) => plate),
    )
    // Matched cars stay in the list, so that race control can see and change them.
    const unknown = entries.filter(({ plate }) => carIds.get(plate) === null || !carOf(cars, plate))
    return {
      source: source ?? null,
      timing: latest?.timing ?? null,
      unknown: unknown.map(({ plate, driver, position }) => ({
        number: plate,
        driver,
        position,
        carId: matches.get(plate) ?? null,
      })),
    }
  }
}
