import { carOf, type Entry } from '../imports/find-entry.ts'

/** The cars of a race's category, and race control's matches for numbers that are not entered. */
export type EnteredCars = {
  cars: readonly Entry[]
  /** By the number as the source writes it; a car of the category. */
  matches: ReadonlyMap<string, number>
}

/** Finds a car by its exact plate, else by its number if only one car has it, else by race control's match. */
const find = ({ cars, matches }: EnteredCars, plate: string): Entry | undefined =>
  carOf(cars, plate) ?? cars.find(({ id }) => id === matches.get(plate))

/**
 * Finds the entered cars that a source means by its plates; null if none is.
 * Each car once: an exact plate wins over a match by number (`05` beside `5`). A car without an entry is displayed and
 * earns nothing (docs/rules.md, Live timing).
 */
export const findEnteredCars = (entered: EnteredCars, plates: readonly string[]): Map<string, number | null> => {
  const candidates = plates.map((plate) => ({ plate, car: find(entered, plate) }))
  const assigned = new Set(candidates.flatMap(({ plate, car }) => (car?.plate === plate ? [car.id] : [])))
  return new Map(
    candidates.map(({ plate, car }) => {
      if (!car) return [plate, null]
      const isMatch = car.plate === plate || !assigned.has(car.id)
      assigned.add(car.id)
      return [plate, isMatch ? car.id : null]
    }),
  )
}
