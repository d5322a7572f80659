import { inOrder, missingOfPodium } from '@purple-sector/contracts/admin/classification'
import type { ClassificationRow, ResultBody, ResultCar } from '@purple-sector/contracts/admin/http'
import { badFields, badRequest, type Issue } from '@purple-sector/service-kit/errors'
import type { Car } from '../projections/car-projection.ts'

export type ResultStatus = ResultBody['status']

/** A row with the place it scores by; null for cars that were not classified. */
export type PlacedRow = ClassificationRow & { place: number | null }

/** A validated result with places, before it has a revision. */
export type ValidationResult = { status: ResultStatus; reason: string | null; classification: PlacedRow[] }

/** A row of a revision: a car keeps the name with which it first appeared in the race's result. */
export type NamedRow = PlacedRow & { car: ResultCar }

export type Revision = Omit<ValidationResult, 'classification'> & {
  classification: NamedRow[]
  revision: number
  publishedAt: Date
  firstPublishedAt: Date
}

/** Returns rows with places: the rank among classified rows by position, without gaps (docs/rules.md, Results). */
export const withPlaces = (rows: readonly ClassificationRow[]): PlacedRow[] => {
  const ranked = inOrder(rows.filter(({ status }) => status === 'classified'))
  const places = new Map(ranked.map(({ carId }, index) => [carId, index + 1]))
  return rows.map((row) => ({ ...row, place: row.status === 'classified' ? (places.get(row.carId) ?? null) : null }))
}

const nameOf = (car: Car | undefined): ResultCar => ({
  number: car?.number ?? 0,
  plate: car?.plate ?? '0',
  driver: car?.driver ?? '',
  team: car?.team ?? '',
})

/**
 * Adds the cars' names to the rows.
 * A car of an earlier result of this race keeps its name there, though another driver has taken it over since
 * (docs/rules.md, Results).
 */
export const withNames = (
  rows: readonly PlacedRow[],
  { before, enteredCars }: { before: ReadonlyMap<number, ResultCar>; enteredCars: ReadonlyMap<number, Car> },
): NamedRow[] => rows.map((row) => ({ ...row, car: before.get(row.carId) ?? nameOf(enteredCars.get(row.carId)) }))

const duplicates = (rows: readonly ClassificationRow[], field: 'position' | 'carId', message: string): Issue[] => {
  const values = new Set<number>()
  return rows.flatMap((row, index) => {
    const value = row[field]
    if (value === null) return []
    if (!values.has(value)) {
      values.add(value)
      return []
    }
    return [{ path: `classification.${index}.${field}`, message }]
  })
}

const withoutPosition = (rows: readonly ClassificationRow[]): Issue[] =>
  rows.flatMap(({ status, position }, index) =>
    status === 'classified' && position === null
      ? [{ path: `classification.${index}.position`, message: 'is needed for a classified car' }]
      : [],
  )

const rejectIssues = (issues: Issue[]): void => {
  if (issues.length === 0) return
  throw badFields(issues)
}

const incompletePodium = (missing: number) =>
  badRequest(
    'INCOMPLETE_PODIUM',
    `Position ${missing} is missing. A result that continues after it needs the top three.`,
    [{ path: 'classification', message: `position ${missing} is missing` }],
  )

/** Validates what needs no knowledge of cars; throws a 400. */
export const assertSound = ({ status, classification }: ResultBody): void => {
  const isCancelled = status === 'cancelled'
  if (isCancelled && classification.length > 0)
    rejectIssues([{ path: 'classification', message: 'must be empty when the result is cancelled' }])
  if (!isCancelled && classification.length === 0)
    rejectIssues([{ path: 'classification', message: 'must not be empty unless the result is cancelled' }])
  rejectIssues([
    ...duplicates(classification, 'position', 'belongs to another row already'),
    ...duplicates(classification, 'carId', 'is in another row already'),
    ...withoutPosition(classification),
  ])
  const missing = missingOfPodium(classification)
  if (missing !== undefined) throw incompletePodium(missing)
}

type RaceEntry = Pick<Car, 'weekendId' | 'categoryId'>

/** Whether a car is of the race's category in its weekend; withdrawn cars are. */
export const isEntered = (race: RaceEntry, car: Car | undefined): boolean =>
  car?.weekendId === race.weekendId && car.categoryId === race.categoryId

/** Throws a 400 if a row names a car that is not entered. */
export const assertEntered = (
  race: RaceEntry & { category: string },
  rows: readonly ClassificationRow[],
  cars: ReadonlyMap<number, Car>,
): void =>
  rejectIssues(
    rows.flatMap(({ carId }, index) => {
      const car = cars.get(carId)
      if (isEntered(race, car)) return []
      const message = car ? `does not race in ${race.category} this weekend` : 'is no car of this weekend'
      return [{ path: `classification.${index}.carId`, message }]
    }),
  )

const comparableText = ({ status, reason, classification }: ValidationResult): string =>
  JSON.stringify([
    status,
    reason,
    inOrder(classification).map((row) => [
      row.position,
      row.carId,
      row.status,
      row.laps,
      row.bestLapMs,
      row.gapMs,
      row.averageSpeed,
    ]),
  ])

/** Whether two results are equal; the order of their rows does not count. */
export const isSame = (left: ValidationResult, right: ValidationResult): boolean =>
  comparableText(left) === comparableText(right)

/** Returns the action's name in the audit log. */
export const actionOf = (before: ValidationResult | undefined, after: ValidationResult): string => {
  if (after.status === 'cancelled') return 'result.withdrawn'
  return before ? 'result.corrected' : 'result.published'
}
