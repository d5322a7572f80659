import { parentPort, workerData } from 'node:worker_threads'
import { renderReport } from './render-report.ts'

/* Entry of the worker thread that `render-in-worker.ts` starts for one report. */
const { bytes, pages } = await renderReport(workerData, (part) => parentPort?.postMessage({ part }))
// Node may place a short report in a shared slab, which cannot be transferred: copy it.
const copy = Uint8Array.from(bytes)
parentPort?.postMessage({ pages, bytes: copy }, [copy.buffer])
