import { readdirSync, readFileSync } from 'node:fs'

type Stat = { pid: number; parent: number; program: string }

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // it has ended, or is not ours to look at
  }
}

const statOf = (pid: string): Stat | undefined => {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const end = text.lastIndexOf(')')
  const parent = Number(text.slice(end + 2).split(' ')[1])
  return { pid: Number(pid), parent, program: text.slice(text.indexOf('(') + 1, end) }
}

type Held = {
  /**
   * Its own pages, in parts where others have them, too (Linux: the anonymous share of Pss, in memory and swapped out). Not
   * those of files: of these the kernel keeps as many as it has room for, and takes them away as it likes.
   */
  own: number
  /** Shared memory that it has attached, whole: its size is settled at the start, its pages come as they are first used. */
  shared: number
}

/** A line of `/proc/<pid>/maps` that is shared memory of no file: Postgres' buffers are such a one. */
const SHARED = /^([0-9a-f]+)-([0-9a-f]+) ...s .* (?:\/dev\/zero|\/SYSV|\/dev\/shm\/)/gm

const heldBy = (pid: number): Held => {
  const rollup = read(`/proc/${pid}/smaps_rollup`) ?? ''
  const bytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0) * 1024
  const mapped = (read(`/proc/${pid}/maps`) ?? '').matchAll(SHARED)
  const sizes = [...mapped].map(([, from = '', to = '']) => Number.parseInt(to, 16) - Number.parseInt(from, 16))
  return { own: bytes('Pss_Anon') + bytes('SwapPss'), shared: sizes.reduce((sum, size) => sum + size, 0) }
}

/** All processes below one, its children's children too. */
const below = (root: number, all: readonly Stat[]): Stat[] =>
  all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...below(child.pid, all)])

/** Of processes of one program: each one's own, and what they share once. */
const heldByAll = (held: readonly Held[]): number =>
  held.reduce((sum, { own }) => sum + own, 0) + Math.max(...held.map(({ shared }) => shared))

/**
 * Memory of programs that run somewhere below a process, in bytes by the program's name, each program's processes
 * together. Shared memory such as Postgres' buffers counts once and whole, also while it fills. Empty where there is no
 * /proc.
 */
export const memoryOfPrograms = (root: number, programs: readonly string[]): Map<string, number> => {
  if (process.platform !== 'linux') return new Map()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = below(
    root,
    pids.flatMap((pid) => statOf(pid) ?? []),
  ).filter(({ program }) => programs.includes(program))
  const held = Map.groupBy(all, ({ program }) => program)
  return new Map([...held].map(([program, each]) => [program, heldByAll(each.map(({ pid }) => heldBy(pid)))]))
}
