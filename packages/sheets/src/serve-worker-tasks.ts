import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Refusal } from './refusal.ts'
import { READY, type WorkerReply } from './worker-messages.ts'

/** Lower priority than the rest of the process. Only on Linux: elsewhere it would apply to the whole process. */
const NICENESS = 5

/** Handles one task in a worker started by `readInWorker`, and replies to it. */
export const serveWorkerTasks = <Task, Answer>(read: (task: Task) => Answer): void => {
  const handle = (task: Task): WorkerReply<Answer> => {
    try {
      return { read: read(task) }
    } catch (error) {
      if (error instanceof Refusal) return { refused: { code: error.code, message: error.message } }
      throw error
    }
  }
  if (process.platform === 'linux') setPriority(NICENESS)
  parentPort?.once('message', (task: Task) => parentPort?.postMessage(handle(task)))
  parentPort?.postMessage(READY)
}
