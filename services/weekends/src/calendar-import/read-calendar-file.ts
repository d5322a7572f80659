import { MAX_FILE_BYTES, PARSING_HEAP_MB } from '@purple-sector/service-kit/data/parsing-limits'
import { tooLarge } from '@purple-sector/service-kit/errors'
import { readInWorker, SHEET_LIMITS } from '@purple-sector/sheets'
import type { CalendarContent, CalendarTask } from './read-calendar-content.ts'

/** Rows of a file, more than a season has, so that a workbook with other lists is still read. */
const MAX_ROWS = 1_000

const script = new URL('./calendar-worker.ts', import.meta.url)

/**
 * Reads a calendar in a worker with limits of time and memory; its kind is detected by its content. Rejects with 400
 * `SHEET_REFUSED`, 413 above 5 MB, and 503 when too many files are being read.
 */
export const readCalendarFile = (bytes: Uint8Array, maxMs: number): Promise<CalendarContent> => {
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge('The file is larger than 5 MB.')
  const limits = { ...SHEET_LIMITS, maxRows: MAX_ROWS, maxMs }
  const options = { script, maxMs, maxHeapMb: PARSING_HEAP_MB, code: 'SHEET_REFUSED', subject: 'file' }
  return readInWorker<CalendarTask, CalendarContent>(options, { bytes, limits })
}
