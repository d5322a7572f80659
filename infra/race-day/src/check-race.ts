import type { Issue } from './recorded-instants.ts'
import type { RecordedRace, RecordedResult, Recording } from './recording.ts'

/** What one race says about itself and about the entry list. */
export const checkRace = (recording: Recording, race: RecordedRace, index: number): Issue[] => {
  const path = `sessions.${index}`
  const entered = recording.categories.find(({ category }) => category === race.category)
  if (!entered) return [{ path: `${path}.category`, message: `${race.category} has no cars in this recording` }]
  const numbers = new Set(entered.cars.map((car) => car.number))
  return [
    ...checkTimes(race, path),
    ...race.laps.flatMap((order, lap) => checkCars(order, numbers, (i) => `${path}.laps.${lap}.${i}`)),
    ...race.results.flatMap((result, i) => checkResult(result, numbers, `${path}.results.${i}`)),
  ]
}

const checkTimes = (race: RecordedRace, path: string): Issue[] => {
  const issues: Issue[] = []
  const inOrder = (list: { at: string }[], name: string) => {
    for (let i = 1; i < list.length; i++) {
      if (Date.parse(list[i]!.at) < Date.parse(list[i - 1]!.at)) {
        issues.push({ path: `${path}.${name}.${i}.at`, message: 'lies before the one above it' })
      }
    }
  }
  inOrder(race.moves, 'moves')
  inOrder(race.results, 'results')
  inOrder(race.redFlags, 'redFlags')
  if (race.ran && Date.parse(race.ran.finish) <= Date.parse(race.ran.start)) {
    issues.push({ path: `${path}.ran.finish`, message: 'the race finishes before it starts' })
  }
  race.moves.forEach((move, i) => {
    const closed = [race.ran?.start, race.results[0]?.at].some((at) => at && Date.parse(at) <= Date.parse(move.at))
    if (closed) issues.push({ path: `${path}.moves.${i}.at`, message: 'the race has begun and cannot be moved' })
  })
  race.redFlags.forEach((flag, i) => {
    const outside =
      !race.ran || Date.parse(flag.at) < Date.parse(race.ran.start) || Date.parse(flag.at) > Date.parse(race.ran.finish)
    if (outside) issues.push({ path: `${path}.redFlags.${i}.at`, message: 'lies outside the running of the race' })
    if (flag.until !== null && Date.parse(flag.until) <= Date.parse(flag.at)) {
      issues.push({ path: `${path}.redFlags.${i}.until`, message: 'the restart lies before the red flag' })
    }
  })
  if (race.laps.length > 0 && !race.ran) {
    issues.push({ path: `${path}.laps`, message: 'a race that never ran has no laps' })
  }
  return issues
}

const checkResult = (result: RecordedResult, numbers: Set<number>, path: string): Issue[] => {
  const issues: Issue[] = []
  if ((result.status === 'cancelled') !== (result.classification.length === 0)) {
    issues.push({ path: `${path}.classification`, message: 'must be empty exactly when the result is cancelled' })
  }
  const positions = new Set<number>()
  result.classification.forEach((row, i) => {
    if (positions.has(row.position)) {
      issues.push({ path: `${path}.classification.${i}.position`, message: `position ${row.position} is there twice` })
    }
    positions.add(row.position)
  })
  const cars = result.classification.map((row) => row.car)
  return [...issues, ...checkCars(cars, numbers, (i) => `${path}.classification.${i}.car`)]
}

const checkCars = (cars: number[], entered: Set<number>, path: (index: number) => string): Issue[] => {
  const seen = new Set<number>()
  return cars.flatMap((car, i) => {
    const message = seen.has(car)
      ? `car ${car} is there twice`
      : entered.has(car)
        ? null
        : `car ${car} is not entered in this category`
    seen.add(car)
    return message ? [{ path: path(i), message }] : []
  })
}
