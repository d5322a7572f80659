import type { ResultCar, ResultRevision, RevisedCar } from '@purple-sector/contracts/admin/http'
import { STATUS_LABELS } from './row-words.ts'

/** A place that another car has than before; null where nobody has it. */
export type MovedPlace = { place: number; before: ResultCar | null; after: ResultCar | null }

export type RevisionChanges = {
  /** In their order. */
  places: MovedPlace[]
  /** Cars that are told otherwise: `Car 31 DSQ`, left out, or new at the end. */
  fates: string[]
  /** Of how many cars figures alone are others: laps, times, gaps. */
  figures: number
}

const placeOf = (row: RevisedCar['after']): number | null => row?.place ?? null

const fateOf = ({ car, before, after }: RevisedCar): string | null => {
  if (after === null) return `Car ${car.plate} left out`
  if (after.status === (before?.status ?? 'classified')) return null
  return `Car ${car.plate} ${STATUS_LABELS[after.status]}`
}

/** What a revision changed, in words of places: who has another one, who has none any more. */
export const revisionChanges = ({ status, changes }: Pick<ResultRevision, 'status' | 'changes'>): RevisionChanges => {
  const moved = changes.filter(({ before, after }) => placeOf(before) !== placeOf(after))
  const places = new Map<number, MovedPlace>()
  for (const { car, before, after } of moved) {
    const [was, is] = [placeOf(before), placeOf(after)]
    if (was !== null) places.set(was, { place: was, before: car, after: places.get(was)?.after ?? null })
    if (is !== null) places.set(is, { place: is, before: places.get(is)?.before ?? null, after: car })
  }
  return {
    places: [...places.values()].toSorted((one, other) => one.place - other.place),
    // A withdrawal names no car: that is said once.
    fates: status === 'cancelled' ? [] : changes.flatMap((each) => fateOf(each) ?? []),
    figures: changes.filter(
      ({ before, after }) =>
        before !== null && after !== null && before.status === after.status && placeOf(before) === placeOf(after),
    ).length,
  }
}
