import type { CarEdit, RecordedCar, Recording } from './recording.ts'

/** A car as race control knows it at a moment. */
export type CarDetails = Pick<RecordedCar, 'number' | 'driver' | 'coDriver' | 'team' | 'manufacturer' | 'model'>

export const carOf = (recording: Recording, category: string, plate: string): RecordedCar | undefined =>
  recording.categories.find((field) => field.category === category)?.cars.find(({ number }) => number === plate)

const edited = (car: CarDetails, { at: _, coDriver, ...edit }: CarEdit): CarDetails => ({
  ...car,
  ...edit,
  ...(coDriver !== undefined && { coDriver: coDriver ?? undefined }),
})

/** Who drives the car for whom at a moment of the recording: its entry with every edit until then. */
export const carAt = ({ entered: _, edits, ...car }: RecordedCar, at: number): CarDetails =>
  edits.filter((edit) => Date.parse(edit.at) <= at).reduce(edited, car as CarDetails)

/** When a car is in the entry list; those without a time are there before the first tip. */
export const enteredAt = ({ entered }: RecordedCar): number =>
  entered === undefined ? Number.NEGATIVE_INFINITY : Date.parse(entered)

/** Every name that ever drives in the weekend, lower-cased, once for each car and seat. */
export const everyDriver = ({ categories }: Recording): string[] =>
  categories.flatMap(({ cars }) =>
    cars.flatMap((car) => {
      const names = [car, ...car.edits].flatMap(({ driver, coDriver }) => [driver, coDriver])
      return [...new Set(names.flatMap((name) => (name ? [name.toLowerCase()] : [])))]
    }),
  )
