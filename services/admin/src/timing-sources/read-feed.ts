import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import { carOf } from '../imports/find-entry.ts'
import { readEnteredCars } from '../live-timing/entered-cars.ts'
import { findEnteredCars } from '../live-timing/find-entered-car.ts'
import type { LatestTimings } from '../live-timing/latest-timings.ts'
import { raceOf, type SourceDependencies } from './manage-source.ts'
import { sourceRepository } from './source-repository.ts'

/** Reads what arrives for a session, also while timing is paused, and its cars that are not entered. */
export const readFeed = (dependencies: SourceDependencies & { latestTimings: Pick<LatestTimings, 'latest'> }) => {
  const find = raceOf(dependencies)
  return async (raceId: number): Promise<TimingFeed> => {
    const { database, latestTimings } = dependencies
    const race = await find(raceId)
    const [source, latest, entered] = await Promise.all([
      sourceRepository(database).find(raceId),
      latestTimings.latest(raceId),
      readEnteredCars(database, race),
    ])
    const entries = latest?.timing.entries ?? []
    const carIds = findEnteredCars(
      entered,
      entries.map(({ plate }) => plate),
    )
    // Matched cars stay in the list, so that race control can see and change them.
    const unknown = entries.filter(({ plate }) => carIds.get(plate) === null || !carOf(entered.cars, plate))
    return {
      source: source ?? null,
      timing: latest?.timing ?? null,
      unknown: unknown.map(({ plate, driver, position }) => ({
        number: plate,
        driver,
        position,
        carId: entered.matches.get(plate) ?? null,
      })),
    }
  }
}
