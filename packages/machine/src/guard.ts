import { readFileSync } from 'node:fs'

/** How a guarded program ends when we do, however we end. */
export type Ending = {
  signal: NodeJS.Signals
  /** What it has to end by itself, before SIGKILL. */
  timeoutS: number
}

// Handed over as text, for whoever the program runs as may be unable to read our folder; comments would fill lists of processes.
const guard = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8').replaceAll(/^#.*\n/gm, '')

/**
 * The command that runs a program which does not outlive us (POSIX only). To be spawned `detached`, in a process group
 * of its own, with a pipe as its standard input that nobody writes to: the program itself reads nothing.
 */
export const guarded = (program: string, args: readonly string[], { signal, timeoutS }: Ending) => ({
  command: '/bin/sh',
  args: ['-c', guard, 'sh', signal.replace('SIG', ''), String(timeoutS), program, ...args],
})
