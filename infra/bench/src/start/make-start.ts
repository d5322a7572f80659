import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@purple-sector/machine/free-port'
import { cpuOfProcessTree } from '../figures/cpu-of-process-tree.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const TIMEOUT_MS = 300_000
const CHECK_INTERVAL_MS = 10

/** Milliseconds since make was started. */
export type Start = {
  /** When `/readyz` returned 200. */
  ready: number
  /** When the first page was loaded. */
  page: number
  /** When the product reported that it runs; on empty data the sample weekend is then complete. */
  published: number
  /** CPU time of make and all its descendants until that report. */
  cpu: number
}

/** Polls a page until it is available; returns its text. */
const waitForPage = async (url: string, child: ChildProcess, output: () => string): Promise<string> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  while (child.exitCode === null && child.signalCode === null && !timeout.aborted) {
    const reply = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = await reply?.text()
    if (reply?.status === 200 && text) return text
    await delay(CHECK_INTERVAL_MS)
  }
  throw new Error(`make start never served ${url}:\n${output()}`)
}

/**
 * Runs `make start` once on an installed and built product, and stops it again.
 * `compiled` is the folder of Node's compile cache.
 */
export const measureStart = async (dataDir: string, compiled: string): Promise<Start> => {
  const port = await freePort()
  // Without the flags of our own make.
  const { MAKEFLAGS, MFLAGS, MAKELEVEL, ...environment } = process.env
  const startedAt = performance.now()
  const child = spawn('make', ['start', `NODE_COMPILE_CACHE=${compiled}`], {
    cwd: ROOT,
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir },
    // In its own process group, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const elapsedMs = () => performance.now() - startedAt
  let output = ''
  let published: number | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text)
      if (output.includes('Stop with Ctrl-C')) published ??= elapsedMs()
    })
  const closed = once(child, 'close')
  try {
    const url = `http://127.0.0.1:${port}`
    await waitForPage(`${url}/readyz`, child, () => output)
    const ready = elapsedMs()
    await waitForPage(`${url}/`, child, () => output)
    const page = elapsedMs()
    while (published === undefined && child.exitCode === null) await delay(CHECK_INTERVAL_MS)
    if (published === undefined) throw new Error(`make start ended:\n${output}`)
    return { ready, page, published, cpu: cpuOfProcessTree(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}
