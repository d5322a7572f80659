import { Worker } from 'node:worker_threads'
import {
  PARSING_CONCURRENCY,
  PARSING_QUEUE_LIMIT,
  PARSING_QUEUE_TIMEOUT_MS,
} from '@purple-sector/service-kit/data/parsing-limits'
import { type AppError, badRequest, tooLarge, unavailable } from '@purple-sector/service-kit/errors'
import { READY, type WorkerReply } from './worker-messages.ts'

/** Timeout of loading the worker script, which no input can delay. */
const START_TIMEOUT_MS = 20_000

export type ReadOptions = {
  /** A script that calls `serveWorkerTasks`. */
  script: URL
  /** Time limit in ms for queueing and, from the moment the script is loaded, for reading. */
  maxMs: number
  maxHeapMb: number
  /** Code of the 400 when a limit is reached, and the word for the input in its message: `file`, `page`. */
  code: string
  subject: string
}

const refusalOf = (code: string, message: string): AppError =>
  code === 'TOO_LARGE' ? tooLarge(message) : badRequest(code, message)

const reasonOf = (error: NodeJS.ErrnoException, subject: string): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `The ${subject} takes too much memory to read.`
    : `The ${subject} is damaged: it cannot be read.`

/** Runs the task in a new worker until it replies or reaches its time or memory limit. */
const runWorker = <Task, Answer>(
  { script, maxHeapMb, code, subject }: ReadOptions,
  task: Task,
  readMs: number,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      env: {},
      stdout: true,
      stderr: true,
    })
    const finish = (complete: () => void): void => {
      clearTimeout(timer)
      void worker.terminate()
      complete()
    }
    const refuse = (message: string): void => finish(() => reject(badRequest(code, message)))
    let timer = setTimeout(
      () => finish(() => reject(unavailable('Nothing can be read at the moment. Please try again.'))),
      START_TIMEOUT_MS,
    )
    const refuseLate = (): void => refuse(`The ${subject} takes too long to read.`)
    const read = (): void => {
      clearTimeout(timer)
      // All the time may have passed in the queue.
      if (readMs <= 0) refuseLate()
      else {
        timer = setTimeout(refuseLate, readMs)
        worker.postMessage(task)
      }
    }
    const handleReply = (reply: WorkerReply<Answer>): void =>
      finish(() =>
        'read' in reply ? resolve(reply.read) : reject(refusalOf(reply.refused.code, reply.refused.message)),
      )
    worker.on('message', (message: typeof READY | WorkerReply<Answer>) =>
      message === READY ? read() : handleReply(message),
    )
    worker.once('error', (error) => refuse(reasonOf(error, subject)))
  })

let activeReads = 0
const queue: (() => void)[] = []

const busy = (): AppError => unavailable('Other files are being read. Please try again in a moment.', 2)

/**
 * Waits for one of the slots of this process; rejects with a 503 when the queue is full, or after the queue timeout.
 */
const acquireSlot = async (): Promise<void> => {
  if (activeReads < PARSING_CONCURRENCY) {
    activeReads += 1
    return
  }
  if (queue.length >= PARSING_QUEUE_LIMIT) throw busy()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  queue.push(resolve)
  const timer = setTimeout(() => {
    queue.splice(queue.indexOf(resolve), 1)
    reject(busy())
  }, PARSING_QUEUE_TIMEOUT_MS)
  await promise.finally(() => clearTimeout(timer))
}

const releaseSlot = (): void => {
  const next = queue.shift()
  if (next) next()
  else activeReads -= 1
}

/**
 * Reads untrusted input in a worker with time and memory limits, so that no input blocks the process.
 * Rejects with the 400 or 413 of the script's `Refusal`, a 400 of `code` when a limit is reached, and a 503 when too
 * many inputs are being read.
 */
export const readInWorker = async <Task, Answer>(options: ReadOptions, task: Task): Promise<Answer> => {
  const requestedAt = performance.now()
  await acquireSlot()
  try {
    return await runWorker<Task, Answer>(options, task, options.maxMs - (performance.now() - requestedAt))
  } finally {
    releaseSlot()
  }
}
