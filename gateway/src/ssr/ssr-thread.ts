import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderRequest, WorkerMessage } from './render-request.ts'

/* Runs in a thread of its own (`renderer.ts`), with the app as its build made it for Node; draws one page at a time. */

type ServerEntry = {
  /** Reads the scripts of all pages that are drawn. */
  loadRoutes(): Promise<void>
  renderPage(request: RenderRequest): Promise<string | undefined>
}

const answer = (message: WorkerMessage): void => parentPort?.postMessage(message)

/** Behind whatever else the process does. Elsewhere than on Linux it would be the whole process that gives way. */
const NICENESS = 5
if (process.platform === 'linux') setPriority(NICENESS)

const { loadRoutes, renderPage }: ServerEntry = await import(pathToFileURL(String(workerData)).href)
await loadRoutes()

/** The app keeps what it knows of a fan in module state while it renders: two pages at once could mix two fans. */
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
