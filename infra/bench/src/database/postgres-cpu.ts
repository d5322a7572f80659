import { processIds, processStat } from '../figures/process-stat.ts'

/** Returns the CPU time of a Postgres and all its processes in ms; 0 without /proc. */
export const postgresCpuMs = (postmaster: number | undefined): number => {
  if (postmaster === undefined || process.platform !== 'linux') return 0
  const postmasterStat = processStat(postmaster)
  let sum = postmasterStat === undefined ? 0 : postmasterStat.ms + postmasterStat.endedChildrenMs
  for (const pid of processIds()) {
    const stat = processStat(pid)
    if (stat?.parent === postmaster) sum += stat.ms
  }
  return sum
}
