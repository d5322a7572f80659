import { MAX_FILE_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { checkOle } from './check-ole.ts'
import { kindOfFile } from './file-kind.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { grouped, Refusal } from './refusal.ts'
import type { Sheet, SheetLimits } from './sheet.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

const sheetsOf = (bytes: Uint8Array, limits: SheetLimits): Sheet[] => {
  const kind = kindOfFile(bytes)
  if (kind === 'text') return readText(bytes)
  if (kind === 'zip') return readWorkbook(unpackWorkbook(bytes), limits)
  checkOle(bytes)
  return readWorkbook(bytes, limits)
}

/** Reads the sheets of a file, detecting its kind by its content; throws a `Refusal`. */
export const readFile = (bytes: Uint8Array, limits: SheetLimits): Sheet[] => {
  const sheets = sheetsOf(bytes, limits).map(({ name, rows }) => ({
    name,
    rows: rows.filter(({ cells, formulas }) => formulas !== undefined || cells.some((cell) => cell !== '')),
  }))
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
  if (rows > limits.maxRows) throw new Refusal(`The file has more than ${grouped(limits.maxRows)} rows.`)
  // A shared text may be in very many cells, and is sent once for each.
  const letters = sheets
    .flatMap((sheet) => sheet.rows)
    .reduce((sum, { cells }) => cells.reduce((row, cell) => row + cell.length, sum), 0)
  if (letters > MAX_FILE_CHARS) throw new Refusal(`The file has more than ${grouped(MAX_FILE_CHARS)} characters.`)
  for (const sheet of sheets)
    if (sheet.rows.some(({ cells }) => cells.length > limits.maxColumns))
      throw new Refusal(`“${sheet.name}” has more than ${grouped(limits.maxColumns)} columns.`)
  return sheets
}
