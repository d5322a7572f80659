import { tooLarge } from '@purple-sector/service-kit/errors'
import { readInWorker } from './read-in-worker.ts'
import { grouped } from './refusal.ts'
import { SHEET_LIMITS, type Sheet, type SheetLimits } from './sheet.ts'

const script = new URL('./sheet-worker.ts', import.meta.url)

/**
 * Reads the visible sheets of an .xlsx, .xls or separated text file, in a worker with time and memory limits.
 * The kind is detected by content, whatever the file is called. Cells are the displayed texts, dates as
 * `YYYY-MM-DDTHH:mm`. A formula's cell is empty and its row names the column. Rejects with 400 `SHEET_REFUSED` for
 * macros and links to other files, 413 above `maxBytes`, and 503 when too many files are being read.
 */
export const readSheets = async (bytes: Uint8Array, over: Partial<SheetLimits> = {}): Promise<readonly Sheet[]> => {
  const limits = { ...SHEET_LIMITS, ...over }
  if (bytes.length > limits.maxBytes)
    throw tooLarge(`The file is larger than ${grouped(Math.floor(limits.maxBytes / 1024 / 1024))} MB.`)
  const { maxMs, maxHeapMb } = limits
  const options = { script, maxMs, maxHeapMb, code: 'SHEET_REFUSED', subject: 'file' }
  return readInWorker<{ bytes: Uint8Array; limits: SheetLimits }, Sheet[]>(options, { bytes, limits })
}
