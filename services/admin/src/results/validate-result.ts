import type { ResultBody } from '@purple-sector/contracts/admin/http'
import type { AdminDependencies } from '../dependencies.ts'
import { findCars } from '../projections/car-projection.ts'
import { nameOfCategory } from '../projections/category-projection.ts'
import { findRace, type Race } from '../projections/race-projection.ts'
import { noSuchRace } from './no-such-race.ts'
import { assertEntered, assertSound, isEntered, type ValidationResult, withPlaces } from './result.ts'

type Validation = {
  race: Race
  validation: ValidationResult
  /** The race and its cars have just been fetched from weekends. */
  isFresh: boolean
}

/**
 * Validates a result and returns it with its race; throws if it is invalid.
 * Fetches from weekends once before a car counts as unknown or of another category, since either may have changed a
 * moment ago. Writes nothing but projections.
 */
export const validateResult =
  ({ database, weekends }: Pick<AdminDependencies, 'database' | 'weekends'>) =>
  async (raceId: number, body: ResultBody): Promise<Validation> => {
    assertSound(body)
    const knownRace = await weekends.findRace(raceId)
    if (!knownRace) throw noSuchRace()
    const ids = body.classification.map(({ carId }) => carId)
    const cars = await findCars(database, ids)
    const isFresh = !ids.every((id) => isEntered(knownRace, cars.get(id)))
    if (isFresh) await (cars.size < ids.length ? weekends.project(knownRace) : weekends.refresh(knownRace))
    const race = (isFresh && (await findRace(database, raceId))) || knownRace
    const category = await nameOfCategory(database, race.categoryId)
    assertEntered({ ...race, category }, body.classification, isFresh ? await findCars(database, ids) : cars)
    const { status, reason, classification } = body
    return { race, isFresh, validation: { status, reason: reason || null, classification: withPlaces(classification) } }
  }
