import { tooLarge } from '@purple-sector/service-kit/errors'
import { readInWorker } from './read-in-worker.ts'
import { grouped } from './refusal.ts'
import { SHEET_LIMITS, type Sheet, type SheetLimits } from './sheet.ts'

const script = new URL('./sheet-worker.ts', import.meta.url)

/**
 * The visible sheets of an .xlsx, .xls or separated text file (by its content, whatever it is called), read in a worker
 * with limits of time and memory. Cells are the texts shown, days as `YYYY-MM-DDTHH:mm`. A formula's cell is empty and its
 * row names it. Macros and links to other files are refused: 400 `SHEET_REFUSED` in words; 413 above `maxBytes`; 503 when
 * too many are read at once.
 */
export const readSheets = async (bytes: Uint8Array, over: Partial<SheetLimits> = {}): Promise<readonly Sheet[]> => {
  const limits = { ...SHEET_LIMITS, ...over }
  if (bytes.length > limits.maxBytes)
    throw tooLarge(`The file is larger than ${grouped(Math.floor(limits.maxBytes / 1024 / 1024))} MB.`)
  const { maxMs, maxHeapMb } = limits
  const reading = { script, maxMs, maxHeapMb, code: 'SHEET_REFUSED', subject: 'file' }
  return readInWorker<{ bytes: Uint8Array; limits: SheetLimits }, Sheet[]>(reading, { bytes, limits })
}
