import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { guarded } from '@purple-sector/machine/guard'
import pg from 'pg'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DataLocation } from './data-location.ts'

/** Settings passed to `postgres -c`, e.g. `{ fsync: 'off' }`. */
export type Settings = Readonly<Record<string, string | number>>

/** A running `postgres`; `output` returns its last lines. */
export type Server = { process: ChildProcess; exited: Promise<void>; output: () => string }

const MAX_OUTPUT_LINES = 40

/**
 * Stops like `pg_ctl stop -m fast`: committed data stay and a last checkpoint is written, which takes seconds on a busy
 * machine. Shorter than the timeout of `stopServer`, because no process waits for the guard.
 */
const GUARD_OPTIONS = { signal: 'SIGINT', timeoutS: 10 } as const

/** On Windows no guard process is used: there the next start stops the server of a killed product. */
const commandOf = ({ postgres }: Binaries, args: readonly string[]): { command: string; args: readonly string[] } =>
  process.platform === 'win32' ? { command: postgres, args } : guarded(postgres, args, GUARD_OPTIONS)

/**
 * Spawns `postgres` on the loopback only, in its own process group.
 *
 * Ctrl-C in the terminal reaches only the product, which stops its database last. A guard process stops the database
 * when the product ends, for any reason.
 */
export const spawnServer = (
  { cluster, home, account }: DataLocation,
  binaries: Binaries,
  { port, settings, onLine }: { port: number; settings: Settings; onLine: (line: string) => void },
): Server => {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = commandOf(binaries, ['-D', cluster, '-h', '127.0.0.1', '-k', '', '-p', String(port), ...options])
  const child = spawn(program.command, program.args, {
    cwd: home,
    ...runAs(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C', ...allocatorEnvironment },
  })
  child.stdin.on('error', () => {})
  const lines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((text) => text.trim())) {
      lines.push(line)
      onLine(line)
    }
    lines.splice(0, Math.max(0, lines.length - MAX_OUTPUT_LINES))
  })
  child.once('error', (error) => lines.push(error.message))
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return { process: child, exited, output: () => lines.join('\n') }
}

const acceptsConnections = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const START_TIMEOUT_MS = 120_000

/** Waits until the server accepts connections. Returns false if it exited, was not up in time, or the signal fired. */
export const waitUntilUp = async (server: Server, url: string, signal: AbortSignal): Promise<boolean> => {
  let hasExited = false
  void server.exited.then(() => {
    hasExited = true
  })
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)])
  while (!hasExited && !timeout.aborted) {
    if (await acceptsConnections(url)) return !hasExited
    await Promise.race([delay(20), server.exited])
  }
  return false
}

/** Stops the server like `pg_ctl stop -m fast`, and immediately if it has not stopped in time. */
export const stopServer = async (
  server: Server,
  { cluster, account }: DataLocation,
  binaries: Binaries,
): Promise<void> => {
  const { process: child } = server
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const timeout = AbortSignal.timeout(30_000)
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], runAs(account)).catch(
      () => {},
    )
  } else child.kill('SIGINT')
  await Promise.race([server.exited, once(timeout, 'abort')])
  if (timeout.aborted) child.kill('SIGQUIT')
  await server.exited
}
