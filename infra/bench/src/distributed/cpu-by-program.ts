import { readFileSync } from 'node:fs'
import { machineBusyMs, processIds, processStat } from '../figures/process-stat.ts'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** What a command line runs, in the words of the architecture; undefined for shells and the like. */
const programOf = (command: string): string | undefined => {
  // A backend's title says whose it is; the others write, clean and look after backends.
  const [, role] = /^postgres: (\w+) \w+ [\d.]+\(/.exec(command) ?? []
  if (role) return `Postgres for ${role}`
  if (/^(\S*\/)?postgres(:| )/.test(command)) return 'Postgres'
  if (/redis-server/.test(command)) return 'Redis'
  if (/^\S*java /.test(command)) return 'Kafka'
  const [, service, entry] = /(?:services\/)?(\w+)\/src\/(main|scoring-worker)\.ts/.exec(command) ?? []
  if (service) return entry === 'main' ? service : entry
  return /processes\/(http-load|crowd-load|socket-load)\.ts/.test(command) ? 'load generator' : undefined
}

/** CPU time in ms of one of our processes, and of its children that have ended. */
type Used = { program: string; ms: number; endedChildrenMs: number }

/** What each process below us has used so far, by its id. */
export type CpuSample = ReadonlyMap<number, Used>

export const sampleCpu = (): CpuSample => {
  const stats = new Map(
    processIds().flatMap((pid) => {
      const stat = processStat(pid)
      return stat ? [[pid, stat] as const] : []
    }),
  )
  const isOurs = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent
    return parent !== undefined && (parent === process.pid || isOurs(parent))
  }
  return new Map(
    [...stats].flatMap(([pid, { ms, endedChildrenMs }]) => {
      const program = isOurs(pid) ? programOf(commandOf(pid)) : undefined
      return program ? [[pid, { program, ms, endedChildrenMs }] as const] : []
    }),
  )
}

/**
 * Milliseconds that each program used between two looks, replicas together. What a backend of Postgres had left to do
 * before it ended counts as Postgres' own.
 */
export const usedBetween = (before: CpuSample, after: CpuSample): Record<string, number> => {
  const used: Record<string, number> = {}
  const add = (program: string, ms: number): void => {
    used[program] = (used[program] ?? 0) + ms
  }
  for (const [pid, { program, ms, endedChildrenMs }] of after) {
    const then = before.get(pid)
    add(program, ms - (then?.ms ?? 0))
    if (program === 'Postgres') add(program, endedChildrenMs - (then?.endedChildrenMs ?? 0))
  }
  for (const [pid, { program, ms }] of before)
    if (program.startsWith('Postgres for ') && !after.has(pid)) add('Postgres', -ms)
  return used
}

/** Counts from now on; answers how many cores those have used since who are none of ours. */
export const watchOthers = (): (() => number) => {
  const [startedAt, busyBefore, before] = [performance.now(), machineBusyMs(), sampleCpu()]
  return () => {
    const ours = Object.values(usedBetween(before, sampleCpu())).reduce((sum, ms) => sum + ms, 0)
    return Math.max(0, machineBusyMs() - busyBefore - ours) / (performance.now() - startedAt)
  }
}
