import { carOf, enteredAt } from './entries.ts'
import type { Issue } from './recorded-instants.ts'
import type { Recording } from './recording.ts'

/** Returns a message if the car is entered after `at`; null if it is entered by then, or unknown. */
export const entryTimeProblem = (recording: Recording, category: string, plate: string, at: number): string | null => {
  const car = carOf(recording, category, plate)
  return car && enteredAt(car) > at ? `car ${plate} is entered only at ${car.entered}` : null
}

const checkEdits = (recording: Recording): Issue[] =>
  recording.categories.flatMap(({ cars }, c) =>
    cars.flatMap((car, i) =>
      car.edits.flatMap(({ at }, e): Issue[] => {
        const path = `categories.${c}.cars.${i}.edits.${e}.at`
        if (Date.parse(at) < enteredAt(car)) return [{ path, message: 'lies before the car was entered' }]
        const before = car.edits[e - 1]
        return before && Date.parse(at) < Date.parse(before.at)
          ? [{ path, message: 'lies before the one above it' }]
          : []
      }),
    ),
  )

const checkStatuses = (recording: Recording): Issue[] =>
  recording.carStatuses.flatMap(({ at, category, car }, index): Issue[] => {
    const path = `carStatuses.${index}.car`
    if (!carOf(recording, category, car)) {
      return [{ path, message: `car ${car} is not entered in ${category}` }]
    }
    const message = entryTimeProblem(recording, category, car, Date.parse(at))
    return message === null ? [] : [{ path, message }]
  })

/** Checks edits and statuses of the cars against their entries. */
export const checkEntries = (recording: Recording): Issue[] => [...checkEdits(recording), ...checkStatuses(recording)]
