import { carOf, type Entry } from '../imports/find-entry.ts'

/** The cars of a race's category, and what race control has said of numbers that are none of theirs. */
export type EnteredCars = {
  cars: readonly Entry[]
  /** By the number as the source writes it; a car of the category. */
  matches: ReadonlyMap<string, number>
}

/** By its plate as it is written, else by its number where one car alone has it, else as race control has matched it. */
const find = ({ cars, matches }: EnteredCars, plate: string): Entry | undefined =>
  carOf(cars, plate) ?? cars.find(({ id }) => id === matches.get(plate))

/**
 * The entered cars a source means by its plates. Each car once: who has its plate is that car, wherever another stands who
 * could be meant by the number (`05` beside `5`). Null where none is: such a car is shown, and earns nothing
 * (docs/rules.md, Live timing).
 */
export const findEnteredCars = (entered: EnteredCars, plates: readonly string[]): Map<string, number | null> => {
  const found = plates.map((plate) => ({ plate, car: find(entered, plate) }))
  const taken = new Set(found.flatMap(({ plate, car }) => (car?.plate === plate ? [car.id] : [])))
  return new Map(
    found.map(({ plate, car }) => {
      if (!car) return [plate, null]
      const isIts = car.plate === plate || !taken.has(car.id)
      taken.add(car.id)
      return [plate, isIts ? car.id : null]
    }),
  )
}
