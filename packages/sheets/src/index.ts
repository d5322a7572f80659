export { decodedText } from './decoded-text.ts'
export { readSheets } from './read-sheets.ts'
export type { Sheet, SheetLimits, SheetRow } from './sheet.ts'
export { type WrittenSheet, writeSheets } from './write-sheets.ts'
