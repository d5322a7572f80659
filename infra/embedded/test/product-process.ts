import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { freePort } from '@purple-sector/machine/free-port'
import { guarded } from '@purple-sector/machine/guard'
import { nodeOptions } from '@purple-sector/product/node-options'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Records the replies of a run that compares them with the OpenAPI document at its end. */
const RECORDER = fileURLToPath(
  new URL('../../../packages/testing/src/runs/record-replies-in-product.ts', import.meta.url),
)
const recorderOptions = process.env.REPLIES_FOLDER ? ['--import', RECORDER] : []
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Timeout of a start: several run at once, on a machine that may be busy. */
const TIMEOUT_MS = 300_000

export const ADMINISTRATOR = { email: 'race-control@purple-sector.localhost', password: 'the flag is green' }

/** The embedded product as users run it: its own process, its own data. */
export type ProductProcess = {
  url: string
  dataDir: string
  /** Returns all output. */
  output(): string
  /** Returns the resident memory of its process, without its database. */
  residentBytes(): Promise<number>
  /** Starts it again on the same data and port; resolves when it is ready. */
  start(): Promise<void>
  /** Kills it with SIGKILL, like a crash. */
  crash(): Promise<void>
  /** Stops it gracefully and removes its data. */
  dispose(): Promise<void>
}

type ProgramRun = {
  child: ChildProcess
  /** All output of the process and its children. */
  output(): string
  /** Its exit code, once the process and its children have ended; null after a signal. */
  exited: Promise<number | null>
}

/**
 * Starts a program in its own process group, as a terminal does, so that a test can signal the group.
 * The program does not outlive the tests.
 */
const startProgram = (program: string, args: string[], env: Record<string, string>, cwd?: string): ProgramRun => {
  const guardedProgram = guarded(program, args, { signal: 'SIGKILL', timeoutS: 0 })
  const child = spawn(guardedProgram.command, guardedProgram.args, {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return { child, output: () => output, exited: once(child, 'close').then(() => child.exitCode) }
}

/** Runs `main.ts` once, as `make start` does. */
export const runProduct = (env: Record<string, string>): ProgramRun =>
  startProgram(process.execPath, [...nodeOptions, ...recorderOptions, MAIN], { ...allocatorEnvironment, ...env })

/** Runs it as a user who cannot write a byte into any file, which resembles a full disk. */
export const runProductWithoutDiskSpace = (env: Record<string, string>): ProgramRun =>
  startProgram('/bin/sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, MAIN], env)

/** Runs `make start` once; `build` replaces the command that installs and builds. */
export const runMakeStart = (env: Record<string, string>, build = 'true'): ProgramRun =>
  startProgram('make', ['start', `MAKE_COMMAND=${build}`], env, ROOT)

const waitUntilReady = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (timeout.aborted || child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
    await delay(50)
  }
}

/** Reads /proc on Linux, where `ps` may be missing; uses `ps` elsewhere. */
const residentBytesOf = async (pid: number): Promise<number> => {
  const kilobytes = await readFile(`/proc/${pid}/status`, 'utf8').then(
    (status) => /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1],
    async () => (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout,
  )
  return Number(kilobytes) * 1024
}

type Folder = Awaited<ReturnType<typeof temporaryFolder>>

/**
 * Starts the product on the data in a folder, on the configured or a free port.
 * Disposing of it removes the folder.
 */
export const startProductIn = async (folder: Folder, settings: Record<string, string>): Promise<ProductProcess> => {
  const { PORT: port = String(await freePort()) } = settings
  const url = `http://localhost:${port}`
  const env = {
    PORT: port,
    DATA_DIR: folder.path,
    ADMIN_EMAILS: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    SAMPLE_DATA: 'off',
    ...settings,
  }
  let current: ProgramRun | undefined
  let earlierOutput = ''
  const output = () => earlierOutput + (current?.output() ?? '')
  const start = async () => {
    earlierOutput = output()
    current = runProduct(env)
    await waitUntilReady(url, current.child, output)
  }
  const stopProgram = async (signal: NodeJS.Signals) => {
    if (current?.child.exitCode !== null || current.child.signalCode !== null) return
    current.child.kill(signal)
    await current.exited
  }
  const residentBytes = () => residentBytesOf(current?.child.pid ?? 0)
  const dispose = async () => {
    await stopProgram('SIGTERM')
    await folder.remove()
  }
  try {
    await start()
  } catch (error) {
    await dispose()
    throw error
  }
  return { url, dataDir: folder.path, output, residentBytes, start, crash: () => stopProgram('SIGKILL'), dispose }
}

/** Starts the product for the first time, on an empty folder, with the administrator above. */
export const startNewProduct = async (settings: Record<string, string> = {}): Promise<ProductProcess> =>
  startProductIn(await temporaryFolder('embedded'), settings)
