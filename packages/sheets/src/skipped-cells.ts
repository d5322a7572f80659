import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { cellName, type Sheet, type SheetRow } from './sheet.ts'

/** Cells that a note names; a sheet may have thousands. */
const MAX_LISTED = 5
const namesOf = (cells: readonly string[]): string =>
  cells.length <= MAX_LISTED
    ? cells.join(', ')
    : `${cells.slice(0, MAX_LISTED).join(', ')} and ${cells.length - MAX_LISTED} more`

/**
 * Notes what was skipped in a sheet and loses no row: formulas beside the list, and the ends of long cells. `readIn` returns
 * the columns that are read of a row.
 */
export const skippedCellNotes = ({ name, rows }: Sheet, readIn: (row: SheetRow) => ReadonlySet<number>): string[] => {
  const formulas = rows.flatMap((row) =>
    (row.formulas ?? []).filter((column) => !readIn(row).has(column)).map((column) => cellName(row, column)),
  )
  const cut = rows.flatMap((row) => (row.cut ?? []).map((column) => cellName(row, column)))
  return [
    ...(formulas.length > 0 ? [`“${name}”: formulas beside the list are left out: ${namesOf(formulas)}.`] : []),
    ...(cut.length > 0
      ? [
          `“${name}”: longer than ${MAX_CELL_CHARS.toLocaleString('en')} characters, and read up to there: ${namesOf(cut)}.`,
        ]
      : []),
  ]
}
