import type { RevisedCar } from '@purple-sector/contracts/admin/http'
import type { NamedRow } from './result.ts'

const FIELDS = ['position', 'place', 'status', 'laps', 'bestLapMs', 'gapMs', 'averageSpeed'] as const

const valuesOf = ({ carId: _, car: __, ...row }: NamedRow): RevisedCar['after'] => row

const differ = (left: NamedRow | undefined, right: NamedRow | undefined): boolean =>
  FIELDS.some((field) => left?.[field] !== right?.[field])

/**
 * Returns the cars that a revision changes, in its order, then those that it no longer names.
 * For a first revision, and one after a withdrawal, that is every car.
 */
export const changesBetween = (before: readonly NamedRow[], after: readonly NamedRow[]): RevisedCar[] => {
  const rowsBefore = new Map(before.map((row) => [row.carId, row]))
  const carIdsAfter = new Set(after.map(({ carId }) => carId))
  const changed = after
    .filter((row) => differ(rowsBefore.get(row.carId), row))
    .map((row): RevisedCar => {
      const rowBefore = rowsBefore.get(row.carId)
      return { carId: row.carId, car: row.car, before: rowBefore ? valuesOf(rowBefore) : null, after: valuesOf(row) }
    })
  const removed = before
    .filter(({ carId }) => !carIdsAfter.has(carId))
    .map((row): RevisedCar => ({ carId: row.carId, car: row.car, before: valuesOf(row), after: null }))
  return [...changed, ...removed]
}
