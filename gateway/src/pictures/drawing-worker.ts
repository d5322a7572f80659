import { Worker } from 'node:worker_threads'
import type { DrawingAnswer, WantedPicture } from './wanted-picture.ts'

/** What the thread may hold: the app and a page are some 40 MB. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** A thread with the app that draws one page after the other. */
export type DrawingWorker = {
  /** One that was not answered may follow no other. */
  draw(wanted: WantedPicture): void
  end(): Promise<void>
}

export type WorkerEars = {
  onReady(): void
  /** Of the page that was given last: its picture, none where the app draws none, or what went wrong. */
  onDrawn(picture: Exclude<DrawingAnswer, 'ready'>): void
  /** It has ended, by itself or because it was told to. */
  onEnd(reason: string): void
}

export type StartWorker = (file: string, ears: WorkerEars) => DrawingWorker

/** Starts it with a build of the app for Node. It does not keep the process. */
export const startDrawingWorker: StartWorker = (file, { onReady, onDrawn, onEnd }) => {
  let reason = ''
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), {
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
  worker.on('message', (said: DrawingAnswer) => (said === 'ready' ? onReady() : onDrawn(said)))
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', (code) => onEnd(reason || `the thread ended with ${code}`))
  return {
    draw: (wanted) => worker.postMessage(wanted),
    async end() {
      await worker.terminate()
    },
  }
}
