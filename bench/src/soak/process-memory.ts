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

/** What a process holds in memory, pages that it shares with others counted in parts (Linux: Pss), in bytes. */
const heldBy = (pid: number): number => {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
  return Number(kilobytes ?? 0) * 1024
}

/** All processes below one, its children's children too. */
const below = (root: number, all: readonly Stat[]): Stat[] =>
  all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...below(child.pid, all)])

/**
 * Memory of programs that run somewhere below a process, in bytes by the program's name, each program's processes
 * together; shared pages such as Postgres' buffers count once. Empty where there is no /proc.
 */
export const memoryOfPrograms = (root: number, programs: readonly string[]): Map<string, number> => {
  if (process.platform !== 'linux') return new Map()
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const all = pids.flatMap((pid) => statOf(pid) ?? [])
  const held = new Map<string, number>()
  for (const { pid, program } of below(root, all))
    if (programs.includes(program)) held.set(program, (held.get(program) ?? 0) + heldBy(pid))
  return held
}
