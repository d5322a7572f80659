import type { Sheet, SheetLimits } from '@purple-sector/sheets'
import { decodedText, readFile } from '@purple-sector/sheets/in-worker'
import { type CalendarEvent, readEvents } from './read-events.ts'

export type CalendarTask = { bytes: Uint8Array; limits: SheetLimits }

/** The content of a file: events of an iCalendar file, or sheets. */
export type CalendarContent = { events: CalendarEvent[] } | { sheets: Sheet[] }

const isCalendar = (bytes: Uint8Array): boolean =>
  /^(?:\uFEFF|\u00EF\u00BB\u00BF)?\s*BEGIN:VCALENDAR/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 100)))

/** Detects the kind of a file by its content and reads it. Runs in a worker; throws a `Refusal`. */
export const readCalendarContent = (bytes: Uint8Array, limits: SheetLimits): CalendarContent =>
  isCalendar(bytes) ? { events: readEvents(decodedText(bytes), limits.maxRows) } : { sheets: readFile(bytes, limits) }
