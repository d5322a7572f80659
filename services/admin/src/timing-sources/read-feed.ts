import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import { carOf } from '../imports/find-entry.ts'
import { findMatches } from '../live-timing/car-matches.ts'
import { findEnteredCars } from '../live-timing/find-entered-car.ts'
import type { NewestTimings } from '../live-timing/latest-timings.ts'
import { findEntered } from '../projections/car-projection.ts'
import { raceOf, type SourceDependencies } from './manage-source.ts'
import { sourceRepository } from './source-repository.ts'

/** What comes in of a session, also while timing is paused, and the cars of it that nobody has entered. */
export const readFeed = (dependencies: SourceDependencies & { newest: Pick<NewestTimings, 'kept'> }) => {
  const find = raceOf(dependencies)
  return async (raceId: number): Promise<TimingFeed> => {
    const { database, newest } = dependencies
    const race = await find(raceId)
    const [source, kept, cars, matches] = await Promise.all([
      sourceRepository(database).find(raceId),
      newest.kept(raceId),
      findEntered(database, race),
      findMatches(database, raceId),
    ])
    const entries = kept?.timing.entries ?? []
    const carIds = findEnteredCars(
      { cars, matches },
      entries.map(({ plate }) => plate),
    )
    // Whom race control has matched stays in the list, so that it can be seen and changed.
    const unknown = entries.filter(({ plate }) => carIds.get(plate) === null || !carOf(cars, plate))
    return {
      source: source ?? null,
      timing: kept?.timing ?? null,
      unknown: unknown.map(({ plate, driver, position }) => ({
        number: plate,
        driver,
        position,
        carId: matches.get(plate) ?? null,
      })),
    }
  }
}
