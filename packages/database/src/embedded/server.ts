import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { guarded } from '@purple-sector/machine/guard'
import pg from 'pg'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

/** Settings given to `postgres -c`, e.g. `{ fsync: 'off' }`. */
export type Settings = Readonly<Record<string, string | number>>

/** A running `postgres`; `output` answers its last lines. */
export type Server = { process: ChildProcess; exited: Promise<void>; output: () => string }

const keptLines = 40

/**
 * As `pg_ctl stop -m fast` does it: what was committed stays, a last checkpoint is written, which takes a busy machine
 * seconds. Nobody waits for it then: shorter than where we end it ourselves (`endServer`).
 */
const withUs = { signal: 'SIGINT', timeoutS: 10 } as const

/** On Windows nothing guards it: there the next start stops what a killed product left. */
const commandOf = ({ postgres }: Binaries, args: readonly string[]): { command: string; args: readonly string[] } =>
  process.platform === 'win32' ? { command: postgres, args } : guarded(postgres, args, withUs)

/**
 * Spawns `postgres` on the loopback only, in a process group of its own: Ctrl-C in the terminal reaches
 * the product, which stops its database last. However the product ends, its database ends too.
 */
export const spawnServer = (
  { cluster, home, account }: Place,
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
    for (const line of text.split('\n').filter((each) => each.trim())) {
      lines.push(line)
      onLine(line)
    }
    lines.splice(0, Math.max(0, lines.length - keptLines))
  })
  child.once('error', (error) => lines.push(error.message))
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  return { process: child, exited, output: () => lines.join('\n') }
}

const answers = async (url: string): Promise<boolean> => {
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

/** Waits until the server answers queries; false when it ended instead, was not up in time, or the signal came first. */
export const isUp = async (server: Server, url: string, signal: AbortSignal): Promise<boolean> => {
  let ended = false
  void server.exited.then(() => {
    ended = true
  })
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)])
  while (!ended && !timeout.aborted) {
    if (await answers(url)) return !ended
    await Promise.race([delay(20), server.exited])
  }
  return false
}

/** Ends the server as `pg_ctl stop -m fast` does, and at once when it has not ended in time. */
export const endServer = async (server: Server, { cluster, account }: Place, binaries: Binaries): Promise<void> => {
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
