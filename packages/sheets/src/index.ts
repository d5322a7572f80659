export { type ReadOptions, readInWorker } from './read-in-worker.ts'
export { readSheets } from './read-sheets.ts'
export { cellName, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'
export { type WrittenSheet, writeSheets } from './write-sheets.ts'
