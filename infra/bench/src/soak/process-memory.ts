import { readdirSync, readFileSync } from 'node:fs'

type Stat = { pid: number; parent: number; program: string }

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // it has exited, or is not readable
  }
}

const statOf = (pid: string): Stat | undefined => {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const end = text.lastIndexOf(')')
  const parent = Number(text.slice(end + 2).split(' ')[1])
  return { pid: Number(pid), parent, program: text.slice(text.indexOf('(') + 1, end) }
}

type ProcessMemory = {
  /**
   * Own pages, with its proportion of shared ones (Linux: the anonymous part of Pss, in memory and swapped out).
   * Without pages of files, which the kernel caches and evicts by available memory.
   */
  own: number
  /** Attached shared memory at its full size, which is fixed at the start; pages appear on first use. */
  shared: number
}

/** A line of `/proc/<pid>/maps` for shared memory without a file, such as Postgres' buffers. */
const SHARED = /^([0-9a-f]+)-([0-9a-f]+) ...s .* (?:\/dev\/zero|\/SYSV|\/dev\/shm\/)/gm

const memoryOf = (pid: number): ProcessMemory => {
  const rollup = read(`/proc/${pid}/smaps_rollup`) ?? ''
  const bytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  const mapped = (read(`/proc/${pid}/maps`) ?? '').matchAll(SHARED)
  const sizes = [...mapped].map(([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16))
  return { own: bytes('Pss_Anon') + bytes('SwapPss'), shared: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Returns all descendants of a process. */
const descendantsOf = (root: number, all: readonly Stat[]): Stat[] =>
  all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...descendantsOf(child.pid, all)])

/** Sums the processes of one program: the own memory of each, and the shared memory once. */
const sumMemory = (memories: readonly ProcessMemory[]): number =>
  memories.reduce((sum, { own }) => sum + own, 0) + Math.max(...memories.map(({ shared }) => shared))

/**
 * Returns the memory in bytes of programs among the descendants of a process, by program name.
 * The processes of a program are summed. Shared memory such as Postgres' buffers counts once and in full, also before
 * it is used. Empty without /proc.
 */
export const memoryOfPrograms = (root: number, programs: readonly string[]): Map<string, number> => {
  if (process.platform !== 'linux') return new Map()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = descendantsOf(
    root,
    pids.flatMap((pid) => statOf(pid) ?? []),
  ).filter(({ program }) => programs.includes(program))
  const memories = Map.groupBy(all, ({ program }) => program)
  return new Map([...memories].map(([program, each]) => [program, sumMemory(each.map(({ pid }) => memoryOf(pid)))]))
}
