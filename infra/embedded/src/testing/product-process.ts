import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@purple-sector/testing'
import { freePort } from '@purple-sector/testing/free-port'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const PATIENCE_MS = 120_000

export const ADMINISTRATOR = { email: 'race-control@purple-sector.localhost', password: 'the flag is green' }

/** The embedded product as a newcomer runs it: its own process, its own data. */
export type ProductProcess = {
  url: string
  dataDir: string
  /** Everything it printed. */
  output(): string
  /** Starts it again on the same data and port; resolves when it is ready. */
  start(): Promise<void>
  /** kill -9, as a crash would. */
  crash(): Promise<void>
  /** Stops it gracefully and removes its data. */
  dispose(): Promise<void>
}

/** Runs `main.ts` once; resolves with what it printed and how it ended. */
export const runProduct = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, LOG_LEVEL: 'warn', ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return { child, output: () => output, ended: once(child, 'exit').then(() => child.exitCode) }
}

const becomeReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (patience.aborted || child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
    await delay(50)
  }
}

/** Starts the product on an empty database, with the administrator above. */
export const startProductProcess = async (settings: Record<string, string> = {}): Promise<ProductProcess> => {
  const folder = await temporaryFolder('embedded')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PORT: String(port),
    DATA_DIR: folder.path,
    ADMIN_EMAILS: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    SAMPLE_DATA: 'off',
    ...settings,
  }
  let running: ReturnType<typeof runProduct> | undefined
  let printed = ''
  const output = () => printed + (running?.output() ?? '')
  const start = async () => {
    printed = output()
    running = runProduct(env)
    await becomeReady(url, running.child, output)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (running?.child.exitCode !== null || running.child.signalCode !== null) return
    running.child.kill(signal)
    await running.ended
  }
  const dispose = async () => {
    await end('SIGTERM')
    await folder.remove()
  }
  try {
    await start()
  } catch (error) {
    await dispose()
    throw error
  }
  return { url, dataDir: folder.path, output, start, crash: () => end('SIGKILL'), dispose }
}
