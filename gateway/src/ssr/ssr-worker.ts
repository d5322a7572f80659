import { Worker } from 'node:worker_threads'
import type { RenderRequest, WorkerMessage } from './render-request.ts'

/** What the thread may hold: the app and a page are some 40 MB. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** A thread with the app that draws one page after the other. */
export type SsrWorker = {
  /** One that was not answered may follow no other. */
  render(request: RenderRequest): void
  end(): Promise<void>
}

export type WorkerListeners = {
  onReady(): void
  /** Of the page that was given last: its picture, none where the app draws none, or what went wrong. */
  onRendered(html: Exclude<WorkerMessage, 'ready'>): void
  /** It has ended, by itself or because it was told to. */
  onEnd(reason: string): void
}

export type StartWorker = (file: string, listeners: WorkerListeners) => SsrWorker

/** Starts it with a build of the app for Node. It does not keep the process. */
export const startSsrWorker: StartWorker = (file, { onReady, onRendered, onEnd }) => {
  let reason = ''
  const worker = new Worker(new URL('./ssr-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: LIMITS,
    // Of the environment, which holds secrets, it gets nothing, and what it prints may hold what a fan sees.
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
