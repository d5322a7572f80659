import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Refusal } from './refusal.ts'
import { READY, type WorkerAnswer } from './worker-messages.ts'

/** Behind whatever else the process does. Elsewhere than on Linux it would be the whole process that gives way. */
const NICENESS = 5

/** Runs a reader in the worker that `readInWorker` has started: one task, one answer. */
export const serveWorkerTasks = <Task, Answer>(read: (task: Task) => Answer): void => {
  const answer = (task: Task): WorkerAnswer<Answer> => {
    try {
      return { read: read(task) }
    } catch (error) {
      if (error instanceof Refusal) return { refused: { code: error.code, message: error.message } }
      throw error
    }
  }
  if (process.platform === 'linux') setPriority(NICENESS)
  parentPort?.once('message', (task: Task) => parentPort?.postMessage(answer(task)))
  parentPort?.postMessage(READY)
}
