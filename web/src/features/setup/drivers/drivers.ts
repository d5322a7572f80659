import type { Car } from '@purple-sector/contracts/weekends/http'

/** Somebody who drives in the weekend, with the cars they share or drive alone. */
export type Driver = {
  name: string
  cars: Car[]
  /** Those that do not race as they should: crashed, out or retired. */
  issues: Car[]
}

/** The server takes names that differ in case or at their ends for the same driver. */
const keyOf = (name: string): string => name.trim().toLowerCase()

/** Everybody who drives or shares a car that is not withdrawn, by name. */
export const driversIn = (cars: readonly Car[]): Driver[] => {
  const drivers = new Map<string, Driver>()
  for (const car of cars.filter(({ withdrawn }) => !withdrawn))
    for (const name of [car.driver, car.coDriver ?? ''].filter((each) => each.trim() !== '')) {
      const driver = drivers.get(keyOf(name)) ?? { name: name.trim(), cars: [], issues: [] }
      if (!driver.cars.includes(car)) driver.cars.push(car)
      if (car.status !== 'active' && !driver.issues.includes(car)) driver.issues.push(car)
      drivers.set(keyOf(name), driver)
    }
  return [...drivers.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

/** What goes when a driver leaves the weekend: cars of their own, and seats beside others (docs/rules.md, Cars). */
export const carsOfDriver = (cars: readonly Car[], driver: string): { own: Car[]; shared: Car[] } => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const own = racing.filter((car) => keyOf(car.driver) === keyOf(driver))
  return { own, shared: racing.filter((car) => !own.includes(car) && keyOf(car.coDriver ?? '') === keyOf(driver)) }
}
