import { Worker } from 'node:worker_threads'
import type { WeekendReport } from '../weekend-report.ts'
import type { DrawnReport } from './render-report.ts'

type Message = { part: number } | { pages: number; bytes: Uint8Array<ArrayBuffer> }

/** A weekend of 60 sessions takes less than 96 MB and some 2 s; one that takes so much more is given up. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const MAX_MS = 60_000

/**
 * Draws a report in a thread with limits of its own, so that it holds up no call of the service, and takes it along
 * neither by its size nor by its time.
 */
export const drawInThread = (
  report: WeekendReport,
  onProgress: (part: number) => void,
  { longestMs = MAX_MS, limits = LIMITS } = {},
): Promise<DrawnReport> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: report,
      resourceLimits: limits,
    })
    const timer = setTimeout(() => {
      reject(new Error(`the report was not drawn within ${longestMs} ms`))
      void worker.terminate()
    }, longestMs)
    worker.on('message', (message: Message) => {
      if ('part' in message) onProgress(message.part)
      else resolve({ pages: message.pages, bytes: Buffer.from(message.bytes.buffer) })
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the thread that draws ended with ${code}`))
    })
  })
