export {
  type ColumnNames,
  type Columns,
  columnName,
  foldText,
  type Header,
  headerIn,
  isSameHeader,
} from './columns.ts'
export { EXAMPLE, isExample } from './example-row.ts'
export { type ParsedDay, parseDay } from './parse-day.ts'
export { type ReadOptions, readInWorker } from './read-in-worker.ts'
export { readSheets } from './read-sheets.ts'
export { formulaFaults, type RowFault, textsOf, withFormulaFaults } from './row-texts.ts'
export { cellName, SHEET_LIMITS, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'
export { skippedCellNotes } from './skipped-cells.ts'
export { type WrittenSheet, writeSheets } from './write-sheets.ts'
