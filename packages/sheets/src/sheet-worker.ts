import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readFile } from './read-file.ts'
import { Refusal } from './refusal.ts'
import { READY, type SheetAnswer, type SheetTask } from './worker-messages.ts'

const answer = ({ bytes, limits }: SheetTask): SheetAnswer => {
  try {
    return { sheets: readFile(bytes, limits) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    throw error
  }
}

/** Behind whatever else the process does. Elsewhere than on Linux it would be the whole process that gives way. */
const NICENESS = 5
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.once('message', (task: SheetTask) => parentPort?.postMessage(answer(task)))
parentPort?.postMessage(READY)
