import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { ClassificationRow, Result } from '@purple-sector/contracts/admin/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { formatLap } from '../../../../ui/time/format.ts'
import { formatGap, parseGap, parseLap, parseLaps } from './lap-times.ts'

/** A car's status in the result; `out` is a car of the category that the result leaves out. */
export type RowStatus = ClassificationRow['status'] | 'out'

export type Field = 'laps' | 'bestLap' | 'gap'

/** A car in the editor, with times and laps as typed. */
export type Row = {
  carId: number
  number: number
  plate: string
  driver: string
  team: string
  isWithdrawn: boolean
  status: RowStatus
  averageSpeed: number | undefined
} & Record<Field, string>

/** Sort order: classified cars, then unclassified ones, then those left out. */
const GROUP: Record<RowStatus, number> = { classified: 0, nc: 1, dnf: 1, dns: 1, dsq: 1, out: 2 }

const groupOf = ({ status }: Pick<Row, 'status'>): number => GROUP[status]

const sortByGroup = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => groupOf(a) - groupOf(b))

type Entry = Result['classification'][number]

/** Returns the editor's row of a car. A published entry keeps the names of its publication. */
export const rowOf = (
  car: Pick<Car, 'id' | 'number' | 'plate' | 'driver' | 'team' | 'withdrawn'>,
  entry?: Entry,
): Row => ({
  carId: car.id,
  number: entry?.car.number ?? car.number,
  plate: entry?.car.plate ?? car.plate,
  driver: entry?.car.driver ?? car.driver,
  team: entry?.car.team ?? car.team,
  isWithdrawn: car.withdrawn,
  status: entry?.status ?? 'out',
  laps: entry?.laps === undefined ? '' : String(entry.laps),
  bestLap: entry?.bestLapMs === undefined ? '' : formatLap(entry.bestLapMs),
  gap: entry?.gapMs ? formatGap(entry.gapMs) : '',
  averageSpeed: entry?.averageSpeed,
})

const byNumber = (a: Row, b: Row): number => a.number - b.number || (a.plate < b.plate ? -1 : 1)

/** Whether there is a result with rows: a cancelled result has none. */
export const hasRows = (result: Result | null): result is Result => (result?.classification.length ?? 0) > 0

/**
 * Returns the editor's initial rows: the result, and the category's other cars left out. Without rows every car is
 * classified, by number. Withdrawn cars appear only if the result contains them.
 */
export const rowsOf = (cars: readonly Car[], result: Result | null): Row[] => {
  const enteredCars = cars.filter(({ withdrawn }) => !withdrawn)
  if (!hasRows(result))
    return enteredCars.map((car) => ({ ...rowOf(car), status: 'classified' as const })).toSorted(byNumber)
  const inResult = inOrder(result.classification)
  const carsById = new Map(cars.map((car) => [car.id, car]))
  const listedRows = inResult.map((entry) =>
    rowOf(carsById.get(entry.carId) ?? { id: entry.carId, ...entry.car, withdrawn: true }, entry),
  )
  const ids = new Set(inResult.map(({ carId }) => carId))
  const otherRows = enteredCars.filter(({ id }) => !ids.has(id)).map((car) => rowOf(car))
  return sortByGroup([...listedRows, ...otherRows.toSorted(byNumber)])
}

/**
 * Updates the rows after cars were added, withdrawn or renamed: keeps all input, and the names of cars in the published
 * result.
 */
export const withCars = (rows: readonly Row[], cars: readonly Car[], result: Result | null): Row[] => {
  const carsById = new Map(cars.map((car) => [car.id, car]))
  const publishedCars = new Map(result?.classification.map(({ carId, car }) => [carId, car]))
  const remaining = rows.flatMap((row): Row[] => {
    const car = carsById.get(row.carId)
    if (!car || (car.withdrawn && row.status === 'out')) return row.status === 'out' ? [] : [row]
    const { number, plate, driver, team } = publishedCars.get(row.carId) ?? car
    return [{ ...row, number, plate, driver, team, isWithdrawn: car.withdrawn }]
  })
  const ids = new Set(rows.map(({ carId }) => carId))
  return [...remaining, ...cars.filter(({ id, withdrawn }) => !withdrawn && !ids.has(id)).map((car) => rowOf(car))]
}

const insertAt = (rows: readonly Row[], index: number, row: Row): Row[] => rows.toSpliced(index, 0, row)

/** Returns the first and last index to which a row can move: those of its group. */
export const moveRange = (rows: readonly Row[], index: number): { first: number; last: number } => {
  const row = rows[index]
  const group = row ? groupOf(row) : 0
  const isAlike = (other: Row) => groupOf(other) === group
  return { first: rows.findIndex(isAlike), last: rows.findLastIndex(isAlike) }
}

/** Moves a car to an index, or as near as its group allows. */
export const move = (rows: readonly Row[], carId: number, to: number): Row[] => {
  const from = rows.findIndex((row) => row.carId === carId)
  const row = rows[from]
  if (!row) return [...rows]
  const { first, last } = moveRange(rows, from)
  return insertAt(rows.toSpliced(from, 1), Math.min(Math.max(to, first), last), row)
}

/** Sets a car's status and moves it to the end of its new group. */
export const withStatus = (rows: readonly Row[], carId: number, status: RowStatus): Row[] => {
  const row = rows.find((candidate) => candidate.carId === carId)
  if (!row || row.status === status) return [...rows]
  const changedRow = { ...row, status }
  if (groupOf(row) === GROUP[status]) return rows.map((candidate) => (candidate === row ? changedRow : candidate))
  const otherRows = rows.filter((candidate) => candidate !== row)
  const end = otherRows.findLastIndex((candidate) => groupOf(candidate) <= GROUP[status]) + 1
  return insertAt(otherRows, end, changedRow)
}

/** Returns the place of each row; null if not classified. */
export const placesOf = (rows: readonly Row[]): (number | null)[] =>
  rows.map(({ status }, index) => (status === 'classified' ? index + 1 : null))

/**
 * Converts rows to the contract: an unclassified car has no position, only an order. Empty and invalid fields are
 * omitted; see `problemsOf`.
 */
export const toClassification = (rows: readonly Row[]): ClassificationRow[] =>
  rows.flatMap((row, index) => {
    if (row.status === 'out') return []
    const [laps, bestLapMs, gap] = [parseLaps(row.laps), parseLap(row.bestLap), parseGap(row.gap)]
    return [
      {
        position: row.status === 'classified' ? index + 1 : null,
        carId: row.carId,
        status: row.status,
        ...(typeof laps === 'number' ? { laps } : {}),
        ...(typeof bestLapMs === 'number' ? { bestLapMs } : {}),
        ...(gap && 'ms' in gap && gap.ms > 0 ? { gapMs: gap.ms } : {}),
        ...(row.averageSpeed === undefined ? {} : { averageSpeed: row.averageSpeed }),
      },
    ]
  })

/** Returns the inputs that cannot be parsed. */
const invalidFields = ({ status, laps, bestLap, gap }: Row): string[] =>
  status === 'out'
    ? []
    : [
        parseLaps(laps) === undefined ? laps : '',
        parseLap(bestLap) === undefined ? bestLap : '',
        parseGap(gap) === undefined ? gap : '',
      ]

/** Returns a comparable form of each car's row, without the exact order of unclassified cars. */
const comparableRows = (rows: readonly Row[]): Map<number, string> => {
  const ranks = new Map<number, number>()
  const rankOf = (group: number): number => {
    const rank = (ranks.get(group) ?? 0) + 1
    ranks.set(group, rank)
    return rank
  }
  const entries = new Map(toClassification(rows).map(({ position: _, ...entry }) => [entry.carId, entry]))
  return new Map(
    rows.map((row) => {
      const group = groupOf(row)
      const rank = row.status === 'out' ? 0 : rankOf(group)
      return [row.carId, JSON.stringify([group, rank, entries.get(row.carId) ?? null, invalidFields(row)])]
    }),
  )
}

const LEFT_OUT = JSON.stringify([2, 0, null, []])

/** Returns the ids of cars whose rows differ. */
export const changedCars = (before: readonly Row[], after: readonly Row[]): Set<number> => {
  const [was, is] = [comparableRows(before), comparableRows(after)]
  const ids = [...new Set([...was.keys(), ...is.keys()])]
  return new Set(ids.filter((id) => (was.get(id) ?? LEFT_OUT) !== (is.get(id) ?? LEFT_OUT)))
}
