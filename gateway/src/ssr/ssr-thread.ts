import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RenderRequest } from '@purple-sector/contracts/page-document'
import type { WorkerMessage } from './ssr-worker.ts'

/* Runs in a worker thread (`renderer.ts`) with the web app's server build; renders one page at a time. */

type ServerEntry = {
  /** Loads the scripts of all server-rendered pages. */
  loadRoutes(): Promise<void>
  renderPage(request: RenderRequest): Promise<string | undefined>
}

const postToRenderer = (message: WorkerMessage): void => parentPort?.postMessage(message)

/** Lowers the priority of this thread. On systems other than Linux it would lower that of the whole process. */
const NICENESS = 5
if (process.platform === 'linux') setPriority(NICENESS)

const { loadRoutes, renderPage }: ServerEntry = await import(pathToFileURL(String(workerData)).href)
await loadRoutes()

/** Results name no page: with two pages at once, one user could get the other's. */
let isRendering = false
const render = async (request: RenderRequest): Promise<void> => {
  if (isRendering) throw new Error('a second page was sent while another one is being rendered')
  isRendering = true
  try {
    const html = await renderPage(request)
    postToRenderer(html === undefined ? {} : { html })
  } catch (error) {
    postToRenderer({ error: String(error) })
  } finally {
    isRendering = false
  }
}
// The rejection ends the thread: neither page is sent, and the log contains the reason.
parentPort?.on('message', render)
postToRenderer('ready')
