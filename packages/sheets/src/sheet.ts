import {
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  MAX_ROWS,
  MAX_SHEETS,
  READING_HEAP_MB,
  READING_TIMEOUT_MS,
} from '@purple-sector/service-kit/data/reading-limits'

/** A sheet as it is seen: rows without content are left out, hidden sheets too. */
export type Sheet = { name: string; rows: readonly SheetRow[] }

export type SheetRow = {
  /** As the sheet counts, from 1. */
  line: number
  /** The texts shown, from column A on, '' for an empty one. */
  cells: readonly string[]
  /** Columns, from 0, whose cell is a formula: its text is '', for a stored value may be stale. */
  formulas?: readonly number[]
  /** Columns, from 0, whose text was longer than `MAX_CELL_CHARS` and is cut there. */
  cut?: readonly number[]
}

/** `B35`, as spreadsheet programs call a cell; columns count from 0. */
export const cellName = ({ line }: Pick<SheetRow, 'line'>, column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? `${letter}${line}` : `${String.fromCharCode(64 + Math.floor(column / 26))}${letter}${line}`
}

export type SheetLimits = {
  /** Rows with content, of all sheets together. */
  maxRows: number
  maxColumns: number
  maxSheets: number
  /** The file itself. */
  maxBytes: number
  /** For waiting its turn and, from the moment the worker has loaded its script, for reading. */
  maxMs: number
  /** Beside the file and what it unpacks to, which lie outside of the heap. */
  maxHeapMb: number
}

export const SHEET_LIMITS: SheetLimits = {
  maxRows: MAX_ROWS,
  maxColumns: MAX_COLUMNS,
  maxSheets: MAX_SHEETS,
  maxBytes: MAX_FILE_BYTES,
  maxMs: READING_TIMEOUT_MS,
  maxHeapMb: READING_HEAP_MB,
}
