import type { RevisedCar } from '@purple-sector/contracts/admin/http'
import type { NamedRow } from './result.ts'

const FIELDS = ['position', 'place', 'status', 'laps', 'bestLapMs', 'gapMs', 'averageSpeed'] as const

const says = ({ carId: _, car: __, ...row }: NamedRow): RevisedCar['after'] => row

const differ = (one: NamedRow | undefined, other: NamedRow | undefined): boolean =>
  FIELDS.some((field) => one?.[field] !== other?.[field])

/**
 * Of which cars a revision says something else than the one before it: in its own order, then those that it names no
 * more. Of a first revision, and of one after a withdrawal, that is every car.
 */
export const changesBetween = (before: readonly NamedRow[], after: readonly NamedRow[]): RevisedCar[] => {
  const was = new Map(before.map((row) => [row.carId, row]))
  const named = new Set(after.map(({ carId }) => carId))
  const changed = after
    .filter((row) => differ(was.get(row.carId), row))
    .map((row): RevisedCar => {
      const old = was.get(row.carId)
      return { carId: row.carId, car: row.car, before: old ? says(old) : null, after: says(row) }
    })
  const gone = before
    .filter(({ carId }) => !named.has(carId))
    .map((row): RevisedCar => ({ carId: row.carId, car: row.car, before: says(row), after: null }))
  return [...changed, ...gone]
}
