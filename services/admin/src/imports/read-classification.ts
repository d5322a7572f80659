import { PARSING_HEAP_MB } from '@purple-sector/service-kit/data/parsing-limits'
import { readInWorker } from '@purple-sector/sheets'
import type { ParsedPage } from '../timing-formats/parsed-page.ts'
import type { Source } from './read-page.ts'

const script = new URL('./page-worker.ts', import.meta.url)

/**
 * Parses a page, a pasted text or a sheet in a worker, within `maxMs`.
 * Rejects with a 400 if it is no classification or takes too long, a 413 if it is too large, and a 503 when too
 * many are read at once.
 */
export const readClassification = (source: Source, maxMs: number): Promise<ParsedPage> =>
  readInWorker<Source, ParsedPage>(
    { script, maxMs, maxHeapMb: PARSING_HEAP_MB, code: 'PAGE_REFUSED', subject: 'page' },
    source,
  )
