import { numberOfPlate } from '@purple-sector/contracts/weekends/car-plate'
import type { PatchCarBody } from '@purple-sector/contracts/weekends/http'
import type { StoredCar } from './car.ts'
import { orNull } from './car-entry.ts'

/**
 * Returns the name of a car: a name equal to the driver's follows the driver, any other name stays until it is
 * replaced.
 */
const nameOf = (car: StoredCar, driver: string, name = car.name): string => (name === car.driver ? '' : name) || driver

const textOf = (newText: string | null | undefined, current: string | null): string | null =>
  newText === undefined ? current : orNull(newText)

/** Applies a PATCH to a car. Allowed at any time; the category never changes (docs/rules.md, Cars). */
export const changedCar = (car: StoredCar, patch: PatchCarBody): StoredCar => {
  const plate = patch.plate ?? patch.number ?? car.plate
  const driver = patch.driver ?? car.driver
  return {
    ...car,
    raceId: patch.raceId === undefined ? car.raceId : patch.raceId,
    number: numberOfPlate(plate),
    plate,
    name: nameOf(car, driver, patch.name),
    driver,
    coDriver: textOf(patch.coDriver, car.coDriver),
    team: patch.team ?? car.team,
    manufacturer: patch.manufacturer ?? car.manufacturer,
    model: textOf(patch.model, car.model),
    class: textOf(patch.class, car.class),
    status: patch.status ?? car.status,
    withdrawn: patch.withdrawn ?? car.withdrawn,
  }
}

export const isSameCar = (a: StoredCar, b: StoredCar): boolean =>
  (Object.keys(a) as (keyof StoredCar)[]).every((field) => a[field] === b[field])
