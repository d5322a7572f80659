import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MS = 10

/** CPU time in ms of the process itself and of its children that have exited. */
export type ProcessStat = { parent: number; ms: number; endedChildrenMs: number }

/** Reads /proc/<pid>/stat; undefined after the process has exited. */
export const processStat = (pid: number): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (index: number): number => Number(fields[index]) * TICK_MS
    return { parent: Number(fields[1]), ms: ticks(11) + ticks(12), endedChildrenMs: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** Returns all process ids of this machine; none without /proc. */
export const processIds = (): number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

/** Fields of the first line of /proc/stat, after its name: idle, and iowait. */
const NOT_BUSY = [3, 4]

/** Returns the CPU time in ms that all cores of this machine have been busy; 0 without /proc. */
export const machineBusyMs = (): number => {
  if (process.platform !== 'linux') return 0
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.trim().split(/\s+/).slice(1).map(Number)
  return ticks.reduce((sum, tickCount, field) => (NOT_BUSY.includes(field) ? sum : sum + tickCount), 0) * TICK_MS
}
