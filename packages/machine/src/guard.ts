import { readFileSync } from 'node:fs'

/** How a guarded program is stopped when this process ends, for any reason. */
export type GuardOptions = {
  signal: NodeJS.Signals
  /** Grace period in seconds before SIGKILL. */
  timeoutS: number
}

// Passed as text, because the user of the guarded program may be unable to read this folder. Comments are removed,
// because they would fill process lists.
const guard = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8').replaceAll(/^#.*\n/gm, '')

/**
 * Builds the command of a program that ends with this process, also after kill -9 (POSIX only).
 * Spawn it `detached`, in its own process group, with a pipe as standard input that is never written to: the program
 * itself reads nothing.
 */
export const guarded = (program: string, args: readonly string[], { signal, timeoutS }: GuardOptions) => ({
  command: '/bin/sh',
  args: ['-c', guard, 'sh', signal.replace('SIG', ''), String(timeoutS), program, ...args],
})
