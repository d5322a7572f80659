import type { PageRow } from '../timing-formats/parsed-page.ts'

export type Entry = { id: number; plate: string; number: number; driver: string; withdrawn: boolean }

/** A car of two that could be meant: the one that was not withdrawn. */
const only = <Car extends Entry>(cars: readonly Car[]): Car | undefined => {
  const racing = cars.filter(({ withdrawn }) => !withdrawn)
  const [car, other] = racing.length > 0 ? racing : cars
  return other ? undefined : car
}

/** By its plate as it is written, else by its value where one car alone has it: sheets lose leading zeros. */
export const carOf = <Car extends Entry>(cars: readonly Car[], written: PageRow['number']): Car | undefined => {
  const exact = cars.filter(({ plate }) => plate === written)
  if (exact.length > 0) return only(exact)
  return /^\d{1,4}$/.test(written) ? only(cars.filter(({ number }) => number === Number(written))) : undefined
}
