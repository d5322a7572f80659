import { Worker } from 'node:worker_threads'
import type { WeekendReport } from '../weekend-report.ts'
import type { RenderedReport } from './render-report.ts'

type Message = { part: number } | { pages: number; bytes: Uint8Array<ArrayBuffer> }

/** A weekend of 60 sessions takes less than 96 MB and about 2 s; a render beyond these limits is aborted. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const MAX_MS = 60_000

/** Renders a report in a worker thread with limits of memory and time, so that it cannot block or crash the service. */
export const renderInWorker = (
  report: WeekendReport,
  onProgress: (part: number) => void,
  { timeoutMs = MAX_MS, limits = LIMITS } = {},
): Promise<RenderedReport> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: report,
      resourceLimits: limits,
    })
    const timer = setTimeout(() => {
      reject(new Error(`the report was not drawn within ${timeoutMs} ms`))
      void worker.terminate()
    }, timeoutMs)
    worker.on('message', (message: Message) => {
      if ('part' in message) onProgress(message.part)
      else resolve({ pages: message.pages, bytes: Buffer.from(message.bytes.buffer) })
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the report worker exited with ${code}`))
    })
  })
