import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { guarded } from '@purple-sector/machine/guard'

/** A program in its own process group that ends with this process, even when this process is killed. */
export type GuardedProcess = {
  readonly pid: number
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  isRunning(): boolean
  /** Sends a signal to the program; SIGKILL is sent to its whole group. */
  kill(signal: NodeJS.Signals): void
  /** Sends SIGTERM, then SIGKILL to the group after the timeout. Resolves when the program has exited. */
  stop(timeoutMs?: number): Promise<void>
  /** Returns the last lines that the program wrote. */
  lastOutput(lines?: number): string
}

export type ProgramToStart = {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string | undefined>
  /** Without it the program inherits our output. */
  logFile?: string
  /** CPU niceness of the program, up to 19 (lowest priority); 0 by default. */
  niceness?: number
}

export const startGuarded = async (program: ProgramToStart): Promise<GuardedProcess> => {
  const { logFile, niceness = 0 } = program
  if (logFile) mkdirSync(dirname(logFile), { recursive: true })
  const output = logFile ? openSync(logFile, 'a') : 'inherit'
  // The niceness must be set before the program starts: running threads keep the niceness they have.
  const [first, ...rest] = niceness > 0 ? ['nice', '-n', String(niceness), program.command] : [program.command]
  const { command, args } = guarded(first, [...rest, ...program.args], { signal: 'SIGKILL', timeoutS: 0 })
  const child = spawn(command, args, {
    cwd: program.cwd,
    env: program.env,
    detached: true,
    stdio: ['pipe', output, output],
  })
  if (typeof output === 'number') closeSync(output)
  child.stdin?.on('error', () => {})
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      child.stdin?.destroy()
      resolve({ code, signal })
    })
  })
  await once(child, 'spawn')
  const pid = child.pid
  if (pid === undefined) throw new Error(`${program.name} could not be started.`)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const kill = (signal: NodeJS.Signals) => {
    if (!isRunning()) return
    if (signal === 'SIGKILL') process.kill(-pid, signal)
    else child.kill(signal)
  }
  return {
    pid,
    exited,
    isRunning,
    kill,
    async stop(timeoutMs = 15_000) {
      kill('SIGTERM')
      kill('SIGCONT')
      const lastResort = setTimeout(() => kill('SIGKILL'), timeoutMs)
      await exited
      clearTimeout(lastResort)
    },
    lastOutput: (lines = 12) =>
      logFile
        ? readFileSync(logFile, 'utf8')
            .trimEnd()
            .split('\n')
            .slice(-lines)
            .map((line) => line.slice(0, 400))
            .join('\n')
        : '',
  }
}

/** Time in which a program that never responded has to exit. */
const STOP_TIMEOUT_MS = 3_000

/**
 * Polls until the program responds.
 * Throws at once when the program exits or the signal aborts, and after `timeoutMs` with its last output. A program
 * that never responded is stopped.
 */
export const waitUntilResponding = async (
  name: string,
  program: GuardedProcess,
  isResponding: () => Promise<boolean>,
  { timeoutMs = 120_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  try {
    while (!(await isResponding().catch(() => false))) {
      signal?.throwIfAborted()
      if (!program.isRunning()) throw new Error(`${name} ended while starting:\n${program.lastOutput()}`)
      if (Date.now() > deadline) throw new Error(`${name} did not respond in ${timeoutMs} ms:\n${program.lastOutput()}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } catch (error) {
    await program.stop(STOP_TIMEOUT_MS)
    throw error
  }
}
