import { entryTimeProblem } from './check-entries.ts'
import { checkTimes } from './check-times.ts'
import type { Issue } from './recorded-instants.ts'
import type { RecordedRace, RecordedResult, Recording } from './recording.ts'

/** Checks one race by itself and against the entry list. */
export const checkRace = (recording: Recording, race: RecordedRace, index: number): Issue[] => {
  const path = `sessions.${index}`
  const entered = recording.categories.find(({ category }) => category === race.category)
  if (!entered) return [{ path: `${path}.category`, message: `${race.category} has no cars in this recording` }]
  const plates = new Set(entered.cars.map((car) => car.number))
  const problemAt = (at: string | undefined) => (car: string) =>
    plates.has(car)
      ? at === undefined
        ? null
        : entryTimeProblem(recording, race.category, car, Date.parse(at))
      : `car ${car} is not entered in this category`
  return [
    ...checkTimes(recording.weekend, race, path),
    ...race.laps.flatMap((order, lap) =>
      checkCars(order, problemAt(race.ran?.finish), (i) => `${path}.laps.${lap}.${i}`),
    ),
    ...race.results.flatMap((result, i) => checkResult(result, problemAt(result.at), `${path}.results.${i}`)),
  ]
}

type ProblemOf = (car: string) => string | null

const checkResult = (result: RecordedResult, problemOf: ProblemOf, path: string): Issue[] => {
  const issues: Issue[] = []
  if ((result.status === 'cancelled') !== (result.classification.length === 0)) {
    issues.push({ path: `${path}.classification`, message: 'must be empty exactly when the result is cancelled' })
  }
  const positions = new Set<number>()
  result.classification.forEach(({ position }, i) => {
    if (position === null) return
    if (positions.has(position)) {
      issues.push({ path: `${path}.classification.${i}.position`, message: `position ${position} is there twice` })
    }
    positions.add(position)
  })
  const missing =
    issues.length > 0
      ? undefined
      : [1, 2, 3].find((position) => !positions.has(position) && Math.max(0, ...positions) > position)
  if (missing !== undefined) {
    const message = `position ${missing} is missing while a later one is there: places follow from positions`
    issues.push({ path: `${path}.classification`, message })
  }
  const cars = result.classification.map((row) => row.car)
  return [...issues, ...checkCars(cars, problemOf, (i) => `${path}.classification.${i}.car`)]
}

const checkCars = (cars: string[], problemOf: ProblemOf, path: (index: number) => string): Issue[] => {
  const seen = new Set<string>()
  return cars.flatMap((car, i) => {
    const message = seen.has(car) ? `car ${car} is there twice` : problemOf(car)
    seen.add(car)
    return message ? [{ path: path(i), message }] : []
  })
}
