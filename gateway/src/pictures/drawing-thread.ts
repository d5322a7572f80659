import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { DrawingAnswer, WantedPicture } from './wanted-picture.ts'

/* Runs in a thread of its own (`pictures.ts`), with the app as its build made it for Node; draws one page at a time. */

type Drawing = {
  /** Reads the scripts of all pages that are drawn. */
  readyToDraw(): Promise<void>
  draw(wanted: WantedPicture): Promise<string | undefined>
}

const answer = (said: DrawingAnswer): void => parentPort?.postMessage(said)

/** Behind whatever else the process does. Elsewhere than on Linux it would be the whole process that gives way. */
const NICENESS = 5
if (process.platform === 'linux') setPriority(NICENESS)

const { readyToDraw, draw }: Drawing = await import(pathToFileURL(String(workerData)).href)
await readyToDraw()
parentPort?.on('message', (wanted: WantedPicture) => {
  draw(wanted).then(
    (html) => answer(html === undefined ? {} : { html }),
    (error) => answer({ error: String(error) }),
  )
})
answer('ready')
