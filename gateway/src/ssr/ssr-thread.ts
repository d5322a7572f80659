import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderRequest, WorkerMessage } from './render-request.ts'

/* Runs in a worker thread (`renderer.ts`) with the web app's server build; renders one page at a time. */

type ServerEntry = {
  /** Loads the scripts of all server-rendered pages. */
  loadRoutes(): Promise<void>
  renderPage(request: RenderRequest): Promise<string | undefined>
}

const answer = (message: WorkerMessage): void => parentPort?.postMessage(message)

/** Below the priority of the rest of the process. On other systems than Linux this would lower the whole process. */
const NICENESS = 5
if (process.platform === 'linux') setPriority(NICENESS)

const { loadRoutes, renderPage }: ServerEntry = await import(pathToFileURL(String(workerData)).href)
await loadRoutes()

/** The app keeps a fan's data in module state while it renders: two pages at once could mix two fans. */
let isRendering = false
const render = async (request: RenderRequest): Promise<void> => {
  if (isRendering) throw new Error('a page was to be rendered while another one was under way')
  isRendering = true
  try {
    const html = await renderPage(request)
    answer(html === undefined ? {} : { html })
  } catch (error) {
    answer({ error: String(error) })
  } finally {
    isRendering = false
  }
}
// A render that rejects ends the thread: neither page is sent, and the log says why.
parentPort?.on('message', render)
answer('ready')
