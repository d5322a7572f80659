import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../../../web/e2e/browser.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
export const ORIGIN = 'http://web.localhost'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Starts a browser like that of the end-to-end tests. */
export const startBrowser = async (): Promise<Browser> => chromium.launch(await findChromium())

/** Serves the built app to a page from its files alone. */
export const serveApp = (page: Page): Promise<unknown> =>
  page.route(`${ORIGIN}/**`, async (route) => {
    const path = normalize(new URL(route.request().url()).pathname)
    const file = extname(path) === '' ? '/index.html' : path
    await route.fulfill({ contentType: TYPES[extname(file)] ?? 'text/plain', body: readFileSync(join(DIST, file)) })
  })

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** A task of a page's main thread in ms: elapsed time and CPU time. */
export type Task = { wall: number; cpu: number }

/** Records the tasks of the page's main thread while `act` runs. */
export const tasksDuring = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<Task[]> => {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  let trace: Buffer
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString('utf8'))
  const ofThread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(ofThread),
  )
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(ofThread(event)))
    .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
}
