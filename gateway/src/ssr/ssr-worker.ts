import { Worker } from 'node:worker_threads'
import type { RenderRequest } from '@purple-sector/contracts/page-document'

/** Messages of the thread: `ready` once, then one per page; without `html` if the app renders no HTML for it. */
export type WorkerMessage = 'ready' | { html?: string } | { error: string }

/** Memory limits of the thread: the app and a page take some 40 MB. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** A worker thread that renders one page after the other. */
export type SsrWorker = {
  /** Sends a page to the thread; not before the result of the previous one. */
  render(request: RenderRequest): void
  end(): Promise<void>
}

export type WorkerListeners = {
  onReady(): void
  /** Result of the last page: its HTML, none if the app renders no HTML for it, or the error. */
  onRendered(html: Exclude<WorkerMessage, 'ready'>): void
  /** The thread has ended, by itself or by `end`. */
  onEnd(reason: string): void
}

export type StartWorker = (file: string, listeners: WorkerListeners) => SsrWorker

/** Starts the thread with a server build. It does not keep the process alive. */
export const startSsrWorker: StartWorker = (file, { onReady, onRendered, onEnd }) => {
  let reason = ''
  const worker = new Worker(new URL('./ssr-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: LIMITS,
    // No environment, which contains secrets, and no output, which may contain a user's data.
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  worker.on('message', (message: WorkerMessage) => (message === 'ready' ? onReady() : onRendered(message)))
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', (code) => onEnd(reason || `the thread ended with ${code}`))
  return {
    render: (request) => worker.postMessage(request),
    async end() {
      await worker.terminate()
    },
  }
}
