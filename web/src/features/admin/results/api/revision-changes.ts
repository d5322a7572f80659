import type { ResultCar, ResultRevision, RevisedCar } from '@purple-sector/contracts/admin/http'
import { STATUS_LABELS } from './row-labels.ts'

/** A place that belongs to another car than before; null if no car has it. */
export type MovedPlace = { place: number; before: ResultCar | null; after: ResultCar | null }

export type RevisionChanges = {
  /** Sorted by place. */
  places: MovedPlace[]
  /** Changes of status as labels: `Car 31 DSQ`, or `Car 31 left out`; empty for a cancelled result. */
  statusChanges: string[]
  /** Number of cars with unchanged place and status, of which anything else changed, such as laps or times. */
  otherChangesCount: number
}

const placeOf = (row: RevisedCar['after']): number | null => row?.place ?? null

const statusChangeOf = ({ car, before, after }: RevisedCar): string | null => {
  if (after === null) return `Car ${car.plate} left out`
  if (after.status === (before?.status ?? 'classified')) return null
  return `Car ${car.plate} ${STATUS_LABELS[after.status]}`
}

/** Describes the changes of a revision: moved places, changed statuses, and the number of other changes. */
export const revisionChanges = ({ status, changes }: Pick<ResultRevision, 'status' | 'changes'>): RevisionChanges => {
  const moved = changes.filter(({ before, after }) => placeOf(before) !== placeOf(after))
  const places = new Map<number, MovedPlace>()
  for (const { car, before, after } of moved) {
    const [was, is] = [placeOf(before), placeOf(after)]
    if (was !== null) places.set(was, { place: was, before: car, after: places.get(was)?.after ?? null })
    if (is !== null) places.set(is, { place: is, before: places.get(is)?.before ?? null, after: car })
  }
  return {
    places: [...places.values()].toSorted((a, b) => a.place - b.place),
    // A cancelled result leaves out every car: none is named.
    statusChanges: status === 'cancelled' ? [] : changes.flatMap((each) => statusChangeOf(each) ?? []),
    otherChangesCount: changes.filter(
      ({ before, after }) =>
        before !== null && after !== null && before.status === after.status && placeOf(before) === placeOf(after),
    ).length,
  }
}
