import { carOf, type Entry } from '../readings/match-cars.ts'

/** The cars of a race's category, and what race control has said of numbers that are none of theirs. */
export type EnteredCars = {
  cars: readonly Entry[]
  /** By the number as the source writes it; a car of the category. */
  matches: ReadonlyMap<string, number>
}

/**
 * The entered car a source means: by its plate as it is written, else by its number where one car alone has it, else as
 * race control has matched it. Null where none is: such a car is shown, and earns nothing (docs/rules.md, Live timing).
 */
export const findEnteredCar = ({ cars, matches }: EnteredCars, plate: string): number | null =>
  carOf(cars, plate)?.id ?? cars.find(({ id }) => id === matches.get(plate))?.id ?? null
