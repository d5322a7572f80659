import { readFileSync } from 'node:fs'
import { machineBusyMs, processIds, processStat } from '../figures/process-stat.ts'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/**
 * Names the program of a command line in the terms of docs/architecture.md.
 * Undefined for shells and the like.
 */
const programOf = (command: string): string | undefined => {
  // The title of a backend contains its role; the other processes write, vacuum and manage backends.
  const [, role] = /^postgres: (\w+) \w+ [\d.]+\(/.exec(command) ?? []
  if (role) return `Postgres for ${role}`
  if (/^(\S*\/)?postgres(:| )/.test(command)) return 'Postgres'
  if (/redis-server/.test(command)) return 'Redis'
  if (/^\S*java /.test(command)) return 'Kafka'
  const [, service, entry] = /(?:services\/)?(\w+)\/src\/(main|scoring-worker)\.ts/.exec(command) ?? []
  if (service) return entry === 'main' ? service : entry
  return /processes\/(http-load|crowd-load|socket-load)\.ts/.test(command) ? 'load generator' : undefined
}

/** CPU time in ms of one process of the product, and of its children that have exited. */
type ProgramCpu = { program: string; ms: number; endedChildrenMs: number }

/** CPU time so far of each descendant of this process, by process id. */
export type CpuSample = ReadonlyMap<number, ProgramCpu>

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
 * Returns the CPU time in ms of each program between two samples, all replicas together.
 * The remaining CPU time of a Postgres backend that exited in between counts for Postgres itself.
 */
export const cpuUsedBetween = (before: CpuSample, after: CpuSample): Record<string, number> => {
  const used: Record<string, number> = {}
  const add = (program: string, ms: number): void => {
    used[program] = (used[program] ?? 0) + ms
  }
  for (const [pid, { program, ms, endedChildrenMs }] of after) {
    const earlier = before.get(pid)
    add(program, ms - (earlier?.ms ?? 0))
    if (program === 'Postgres') add(program, endedChildrenMs - (earlier?.endedChildrenMs ?? 0))
  }
  for (const [pid, { program, ms }] of before)
    if (program.startsWith('Postgres for ') && !after.has(pid)) add('Postgres', -ms)
  return used
}

/**
 * Starts measuring.
 * The returned function gives the cores used since then by processes outside the product.
 */
export const measureForeignCpu = (): (() => number) => {
  const [startedAt, busyBefore, before] = [performance.now(), machineBusyMs(), sampleCpu()]
  return () => {
    const ours = Object.values(cpuUsedBetween(before, sampleCpu())).reduce((sum, ms) => sum + ms, 0)
    return Math.max(0, machineBusyMs() - busyBefore - ours) / (performance.now() - startedAt)
  }
}
