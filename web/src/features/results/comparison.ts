import { changedCars, placesOf, type Row } from './classification.ts'
import { FIELD_LABELS, STATUS_LABELS } from './row-labels.ts'
import { FIELDS } from './typed-rows.ts'

export type Difference = { carId: number; plate: string; driver: string; theirs: string; mine: string }

const position = (row: Row | undefined, place: number | null | undefined): string => {
  if (!row) return STATUS_LABELS.out
  return place ? `P${place}` : STATUS_LABELS[row.status]
}

/** Returns the differences between two classifications, in the order of `mine`: positions and other fields. */
export const differences = (theirs: readonly Row[], mine: readonly Row[]): Difference[] => {
  const changed = changedCars(theirs, mine)
  const [theirPlaces, myPlaces] = [placesOf(theirs), placesOf(mine)]
  const all = [...mine, ...theirs.filter(({ carId }) => !mine.some((row) => row.carId === carId))]
  return all
    .filter(({ carId }) => changed.has(carId))
    .map(({ carId, plate, driver }) => {
      const [their, my] = [theirs, mine].map((rows) => rows.findIndex((row) => row.carId === carId))
      const [theirRow, myRow] = [theirs[their ?? -1], mine[my ?? -1]]
      const fields = FIELDS.filter((field) => (theirRow?.[field] ?? '') !== (myRow?.[field] ?? ''))
      const describe = (row: Row | undefined, place: number | null | undefined) =>
        [position(row, place), ...fields.map((field) => `${FIELD_LABELS[field]} ${row?.[field] || '–'}`)].join(' · ')
      return {
        carId,
        plate,
        driver,
        theirs: describe(theirRow, theirPlaces[their ?? -1]),
        mine: describe(myRow, myPlaces[my ?? -1]),
      }
    })
}
