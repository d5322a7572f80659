import type { Sheet, SheetLimits } from './sheet.ts'

export type SheetTask = { bytes: Uint8Array; limits: SheetLimits }
export type SheetAnswer = { sheets: Sheet[] } | { refused: string }
/** Sent once everything is loaded: the time that reading may take counts from here. */
export const READY = 'ready'
