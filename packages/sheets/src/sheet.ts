import {
  MAX_COLUMNS,
  MAX_FILE_BYTES,
  MAX_ROWS,
  MAX_SHEETS,
  PARSING_HEAP_MB,
  PARSING_TIMEOUT_MS,
} from '@purple-sector/service-kit/data/parsing-limits'

/** A sheet as displayed: without empty rows; hidden sheets are omitted. */
export type Sheet = { name: string; rows: readonly SheetRow[] }

export type SheetRow = {
  /** Line number in the sheet, from 1. */
  line: number
  /** The displayed texts from column A on, '' for an empty cell. */
  cells: readonly string[]
  /** Columns, from 0, whose cell is a formula; its text is '', because a stored value may be stale. */
  formulas?: readonly number[]
  /** Columns, from 0, whose text was longer than `MAX_CELL_CHARS` and is truncated. */
  cut?: readonly number[]
}

/** Returns a cell's name such as `B35`; columns count from 0. */
export const cellName = ({ line }: Pick<SheetRow, 'line'>, column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? `${letter}${line}` : `${String.fromCharCode(64 + Math.floor(column / 26))}${letter}${line}`
}

export type SheetLimits = {
  /** Maximum of rows with content, over all sheets. */
  maxRows: number
  maxColumns: number
  maxSheets: number
  /** Maximum size of the file. */
  maxBytes: number
  /** Time limit in ms for queueing and, from the moment the script is loaded, for reading. */
  maxMs: number
  /** Heap limit; the file and its unpacked content are outside of the heap. */
  maxHeapMb: number
}

export const SHEET_LIMITS: SheetLimits = {
  maxRows: MAX_ROWS,
  maxColumns: MAX_COLUMNS,
  maxSheets: MAX_SHEETS,
  maxBytes: MAX_FILE_BYTES,
  maxMs: PARSING_TIMEOUT_MS,
  maxHeapMb: PARSING_HEAP_MB,
}
