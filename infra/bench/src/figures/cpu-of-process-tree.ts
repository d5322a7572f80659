import { processIds, processStat } from './process-stat.ts'

/** Returns the CPU time in ms of a process and its descendants, also exited ones; 0 without /proc. */
export const cpuOfProcessTree = (root: number): number => {
  const stats = new Map(processIds().flatMap((pid) => [[pid, processStat(pid)] as const]))
  const isWithin = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isWithin(stats.get(pid)?.parent))
  return [...stats].reduce(
    (sum, [pid, stat]) => (stat && isWithin(pid) ? sum + stat.ms + stat.endedChildrenMs : sum),
    0,
  )
}
