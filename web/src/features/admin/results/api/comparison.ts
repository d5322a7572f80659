import { changedCars, placesOf, type Row } from './classification.ts'
import { FIELD_LABELS, STATUS_LABELS } from './row-labels.ts'
import { FIELDS } from './typed-rows.ts'

export type Difference = { carId: number; plate: string; driver: string; theirValue: string; myValue: string }

const position = (row: Row | undefined, place: number | null | undefined): string => {
  if (!row) return STATUS_LABELS.out
  return place ? `P${place}` : STATUS_LABELS[row.status]
}

/** Returns the differences between two classifications, in the order of `draftRows`: positions and other fields. */
export const differences = (newerRows: readonly Row[], draftRows: readonly Row[]): Difference[] => {
  const changedIds = changedCars(newerRows, draftRows)
  const [theirPlaces, myPlaces] = [placesOf(newerRows), placesOf(draftRows)]
  const allRows = [...draftRows, ...newerRows.filter(({ carId }) => !draftRows.some((row) => row.carId === carId))]
  return allRows
    .filter(({ carId }) => changedIds.has(carId))
    .map(({ carId, plate, driver }) => {
      const [their, my] = [newerRows, draftRows].map((rows) => rows.findIndex((row) => row.carId === carId))
      const [theirRow, myRow] = [newerRows[their ?? -1], draftRows[my ?? -1]]
      const fields = FIELDS.filter((field) => (theirRow?.[field] ?? '') !== (myRow?.[field] ?? ''))
      const describe = (row: Row | undefined, place: number | null | undefined) =>
        [position(row, place), ...fields.map((field) => `${FIELD_LABELS[field]} ${row?.[field] || '–'}`)].join(' · ')
      return {
        carId,
        plate,
        driver,
        theirValue: describe(theirRow, theirPlaces[their ?? -1]),
        myValue: describe(myRow, myPlaces[my ?? -1]),
      }
    })
}
