import { Worker } from 'node:worker_threads'
import {
  READING_CONCURRENCY,
  READING_QUEUE_LIMIT,
  READING_QUEUE_TIMEOUT_MS,
} from '@purple-sector/service-kit/data/reading-limits'
import { type AppError, badRequest, tooLarge, unavailable } from '@purple-sector/service-kit/errors'
import { READY, type WorkerAnswer } from './worker-messages.ts'

/** Until the worker has loaded its script, which no input delays. */
const START_TIMEOUT_MS = 20_000

export type ReadOptions = {
  /** A script that calls `serveReading`. */
  script: URL
  /** For waiting its turn and, from the moment the worker has loaded its script, for reading. */
  maxMs: number
  maxHeapMb: number
  /** The code of the 400 where time or memory ends, and what its message calls the input: `file`, `page`. */
  code: string
  subject: string
}

const refusalOf = (code: string, message: string): AppError =>
  code === 'TOO_LARGE' ? tooLarge(message) : badRequest(code, message)

const reasonOf = (error: NodeJS.ErrnoException, subject: string): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `The ${subject} takes too much memory to read.`
    : `The ${subject} is damaged: it cannot be read.`

/** Ends the worker with its answer, its time or its memory, whichever comes first. */
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
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    const refuse = (message: string): void => end(() => reject(badRequest(code, message)))
    let timer = setTimeout(
      () => end(() => reject(unavailable('Nothing can be read at the moment. Please try again.'))),
      START_TIMEOUT_MS,
    )
    const read = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => refuse(`The ${subject} takes too long to read.`), readMs)
      worker.postMessage(task)
    }
    const take = (answer: WorkerAnswer<Answer>): void =>
      end(() =>
        'read' in answer ? resolve(answer.read) : reject(refusalOf(answer.refused.code, answer.refused.message)),
      )
    worker.on('message', (message: typeof READY | WorkerAnswer<Answer>) => (message === READY ? read() : take(message)))
    worker.once('error', (error) => refuse(reasonOf(error, subject)))
  })

let reading = 0
const waiting: (() => void)[] = []

const busy = (): AppError => unavailable('Other files are being read. Please try again in a moment.', 2)

/** Waits for one of the places of a process; rejects with a 503 when the queue is full, or after its time. */
const takePlace = async (): Promise<void> => {
  if (reading < READING_CONCURRENCY) {
    reading += 1
    return
  }
  if (waiting.length >= READING_QUEUE_LIMIT) throw busy()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(resolve), 1)
    reject(busy())
  }, READING_QUEUE_TIMEOUT_MS)
  await promise.finally(() => clearTimeout(timer))
}

const leavePlace = (): void => {
  const next = waiting.shift()
  if (next) next()
  else reading -= 1
}

/**
 * Reads foreign text in a worker of its own, with limits of time and memory, so that no input blocks the process. Rejects
 * with the 400 or 413 of the script's `Refusal`, a 400 of `code` when a limit ends it, and a 503 when too many are read.
 */
export const readInWorker = async <Task, Answer>(reading: ReadOptions, task: Task): Promise<Answer> => {
  const askedAt = performance.now()
  await takePlace()
  try {
    return await runWorker<Task, Answer>(reading, task, reading.maxMs - (performance.now() - askedAt))
  } finally {
    leavePlace()
  }
}
