import { Worker } from 'node:worker_threads'
import { type AppError, badRequest, tooLarge, unavailable } from '@purple-sector/service-kit/errors'
import { grouped } from './refusal.ts'
import { SHEET_LIMITS, type Sheet, type SheetLimits } from './sheet.ts'
import { READY, type SheetAnswer, type SheetTask } from './worker-messages.ts'

const WAIT_MS = 800
/** Until the worker has loaded its script, which no file delays. */
const START_MS = 10_000
const MAX_AT_ONCE = 2
const MAX_WAITING = 4

const refused = (message: string): AppError => badRequest('SHEET_REFUSED', message)

const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'The file takes too much memory to read.'
    : 'The file is damaged: it cannot be read.'

/** Reads in a thread of its own, which ends with the answer, the time or the memory, whichever comes first. */
const readInWorker = (task: SheetTask, readMs: number): Promise<Sheet[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: task.limits.maxHeapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      env: {},
      stdout: true,
      stderr: true,
    })
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    let timer = setTimeout(() => end(() => reject(unavailable('No file can be read at the moment.'))), START_MS)
    const read = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => end(() => reject(refused('The file takes too long to read.'))), readMs)
      worker.postMessage(task)
    }
    const take = (answer: SheetAnswer): void =>
      end(() => ('sheets' in answer ? resolve(answer.sheets) : reject(refused(answer.refused))))
    worker.on('message', (message: typeof READY | SheetAnswer) => (message === READY ? read() : take(message)))
    worker.once('error', (error) => end(() => reject(refused(reasonOf(error)))))
  })

let reading = 0
const waiting: (() => void)[] = []

const busy = (): AppError => unavailable('Other files are being read. Please try again in a moment.', 2)

/** A place among those that read at once; whoever finds the queue full, or stands in it for long, is told to come again. */
const takePlace = async (): Promise<void> => {
  if (reading < MAX_AT_ONCE) {
    reading += 1
    return
  }
  if (waiting.length >= MAX_WAITING) throw busy()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(resolve), 1)
    reject(busy())
  }, WAIT_MS)
  await promise.finally(() => clearTimeout(timer))
}

const leavePlace = (): void => {
  const next = waiting.shift()
  if (next) next()
  else reading -= 1
}

/**
 * The visible sheets of an .xlsx, .xls or separated text file (by its content, whatever it is called), read in a worker
 * with limits of time and memory. Cells are the texts shown, days as `YYYY-MM-DDTHH:mm`. Macros, formulas and links to
 * other files are refused: 400 `SHEET_REFUSED` in words; 413 above `maxBytes`; 503 when too many are read at once.
 */
export const readSheets = async (bytes: Uint8Array, over: Partial<SheetLimits> = {}): Promise<readonly Sheet[]> => {
  const limits = { ...SHEET_LIMITS, ...over }
  if (bytes.length > limits.maxBytes)
    throw tooLarge(`The file is larger than ${grouped(Math.floor(limits.maxBytes / 1024 / 1024))} MB.`)
  const askedAt = performance.now()
  await takePlace()
  try {
    return await readInWorker({ bytes, limits }, limits.maxMs - (performance.now() - askedAt))
  } finally {
    leavePlace()
  }
}
