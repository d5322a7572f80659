import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@purple-sector/machine/free-port'
import { usedByTree } from '../figures/used-by-tree.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const TIMEOUT_MS = 300_000
const CHECK_INTERVAL_MS = 10

/** Milliseconds since make was started. */
export type Start = {
  /** `/readyz` said so. */
  ready: number
  /** The first page was there in full. */
  page: number
  /** It told that it runs; on empty data the sample weekend is complete then. */
  published: number
  /** CPU time of make and of everything it started, until it told so. */
  cpu: number
}

/** Answers the text of a page once it is there. */
const reached = async (url: string, child: ChildProcess, said: () => string): Promise<string> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  while (child.exitCode === null && child.signalCode === null && !timeout.aborted) {
    const reply = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = await reply?.text()
    if (reply?.status === 200 && text) return text
    await delay(CHECK_INTERVAL_MS)
  }
  throw new Error(`make start did not come to answer ${url}:\n${said()}`)
}

/**
 * Runs `make start` once, as somebody does who has installed and built the product, and stops it again. `compiled` is
 * where Node keeps what it compiled.
 */
export const measureStart = async (dataDir: string, compiled: string): Promise<Start> => {
  const port = await freePort()
  // What our own make was told is not for that one.
  const { MAKEFLAGS, MFLAGS, MAKELEVEL, ...environment } = process.env
  const startedAt = performance.now()
  const child = spawn('make', ['start', `NODE_COMPILE_CACHE=${compiled}`], {
    cwd: ROOT,
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir },
    // A group of its own, as a terminal gives it one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const since = () => performance.now() - startedAt
  let said = ''
  let published: number | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += String(text)
      if (said.includes('Stop with Ctrl-C')) published ??= since()
    })
  const closed = once(child, 'close')
  try {
    const url = `http://127.0.0.1:${port}`
    await reached(`${url}/readyz`, child, () => said)
    const ready = since()
    await reached(`${url}/`, child, () => said)
    const page = since()
    while (published === undefined && child.exitCode === null) await delay(CHECK_INTERVAL_MS)
    if (published === undefined) throw new Error(`make start ended:\n${said}`)
    return { ready, page, published, cpu: usedByTree(child.pid ?? 0) }
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}
