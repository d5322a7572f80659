import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MS = 10

type Stat = { parent: number; ms: number; endedChildrenMs: number }

const statOf = (pid: string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (index: number): number => Number(fields[index]) * TICK_MS
    return { parent: Number(fields[1]), ms: ticks(11) + ticks(12), endedChildrenMs: ticks(13) + ticks(14) }
  } catch {
    return undefined // it has ended
  }
}

/** CPU time in ms that a Postgres and all its processes have used; 0 where there is no /proc. */
export const postgresCpuMs = (postmaster: number | undefined): number => {
  if (postmaster === undefined || process.platform !== 'linux') return 0
  const own = statOf(String(postmaster))
  let sum = own === undefined ? 0 : own.ms + own.endedChildrenMs
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid)
    if (stat?.parent === postmaster) sum += stat.ms
  }
  return sum
}
