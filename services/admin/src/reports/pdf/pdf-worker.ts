import { parentPort, workerData } from 'node:worker_threads'
import { drawReport } from './render-report.ts'

/* Runs in a thread of its own (`draw-in-thread.ts`), which ends with the report. */
const { bytes, pages } = await drawReport(workerData, (part) => parentPort?.postMessage({ part }))
// A short report lies in a slab that Node shares out, which nobody may hand over.
const own = Uint8Array.from(bytes)
parentPort?.postMessage({ pages, bytes: own }, [own.buffer])
