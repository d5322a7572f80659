import type { Car } from '@purple-sector/contracts/weekends/http'

/** A driver of the weekend, with the cars they drive alone or share. */
export type Driver = {
  name: string
  cars: Car[]
  /** Cars that are crashed, out or retired. */
  unavailableCars: Car[]
}

/** Normalises a name like the server: ignores case and surrounding spaces. */
const keyOf = (name: string): string => name.trim().toLowerCase()

/** Returns the drivers of cars that are not withdrawn, by name. */
export const driversIn = (cars: readonly Car[]): Driver[] => {
  const drivers = new Map<string, Driver>()
  for (const car of cars.filter(({ withdrawn }) => !withdrawn))
    for (const name of [car.driver, car.coDriver ?? ''].filter((each) => each.trim() !== '')) {
      const driver = drivers.get(keyOf(name)) ?? { name: name.trim(), cars: [], unavailableCars: [] }
      if (!driver.cars.includes(car)) driver.cars.push(car)
      if (car.status !== 'active' && !driver.unavailableCars.includes(car)) driver.unavailableCars.push(car)
      drivers.set(keyOf(name), driver)
    }
  return [...drivers.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the cars that are removed with a driver: their own, and seats in shared ones (docs/rules.md, Cars). */
export const carsOfDriver = (cars: readonly Car[], driver: string): { ownCars: Car[]; sharedCars: Car[] } => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const ownCars = racing.filter((car) => keyOf(car.driver) === keyOf(driver))
  return {
    ownCars,
    sharedCars: racing.filter((car) => !ownCars.includes(car) && keyOf(car.coDriver ?? '') === keyOf(driver)),
  }
}
