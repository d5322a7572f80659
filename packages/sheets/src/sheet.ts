/** A sheet as it is seen: rows without content are left out, hidden sheets too. */
export type Sheet = { name: string; rows: readonly SheetRow[] }

/** `line` counts as the sheet does, from 1; `cells` are the texts shown, from column A on, '' for an empty one. */
export type SheetRow = { line: number; cells: readonly string[] }

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
  maxRows: 5_000,
  maxColumns: 100,
  maxSheets: 50,
  maxBytes: 5 * 1024 * 1024,
  maxMs: 1_600,
  maxHeapMb: 256,
}
