import type { PageRow } from '../timing-formats/parsed-page.ts'

export type Entry = { id: number; plate: string; number: number; driver: string; withdrawn: boolean }

/** Returns the one car of several; withdrawn cars count only if all are withdrawn. Undefined if two remain. */
const onlyCar = <Car extends Entry>(cars: readonly Car[]): Car | undefined => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const [car, other] = racing.length > 0 ? racing : cars
  return other ? undefined : car
}

/** Finds a car by its exact plate, else by its numeric value if only one car has it: sheets lose leading zeros. */
export const carOf = <Car extends Entry>(cars: readonly Car[], plateText: PageRow['number']): Car | undefined => {
  const exact = cars.filter(({ plate }) => plate === plateText)
  if (exact.length > 0) return onlyCar(exact)
  return /^\d{1,4}$/.test(plateText) ? onlyCar(cars.filter(({ number }) => number === Number(plateText))) : undefined
}
