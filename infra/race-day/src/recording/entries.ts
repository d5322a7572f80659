import type { CarEdit, RecordedCar, Recording } from './recording.ts'

/** The details of a car at a moment, as race control knows them. */
export type CarDetails = Pick<RecordedCar, 'number' | 'driver' | 'coDriver' | 'team' | 'manufacturer' | 'model'>

export const carOf = (recording: Recording, category: string, plate: string): RecordedCar | undefined =>
  recording.categories.find((field) => field.category === category)?.cars.find(({ number }) => number === plate)

const edited = (car: CarDetails, { at: _, coDriver, ...edit }: CarEdit): CarDetails => ({
  ...car,
  ...edit,
  ...(coDriver !== undefined && { coDriver: coDriver ?? undefined }),
})

/** Returns drivers and team of a car at a moment: its entry with every edit until then. */
export const carAt = ({ entered: _, edits, ...car }: RecordedCar, at: number): CarDetails =>
  edits.filter((edit) => Date.parse(edit.at) <= at).reduce(edited, car as CarDetails)

/** Returns when a car is entered; cars without a time are entered before the first tip. */
export const enteredAt = ({ entered }: RecordedCar): number =>
  entered === undefined ? Number.NEGATIVE_INFINITY : Date.parse(entered)

/** Lists the lower-cased names of all drivers of the weekend, once per car. */
export const everyDriver = ({ categories }: Recording): string[] =>
  categories.flatMap(({ cars }) =>
    cars.flatMap((car) => {
      const names = [car, ...car.edits].flatMap(({ driver, coDriver }) => [driver, coDriver])
      return [...new Set(names.flatMap((name) => (name ? [name.toLowerCase()] : [])))]
    }),
  )
