/** Number of ready pods of each process over time. Times are ms since the epoch. */
export type ReadinessLog = {
  record(process: string, ready: number): void
  /** Seconds between two times in which a process had no ready pod. */
  secondsWithout(process: string, from: number, to: number): number
}

export const createReadinessLog = (now: () => number = Date.now): ReadinessLog => {
  const changes = new Map<string, { at: number; ready: number }[]>()
  return {
    record(process, ready) {
      const known = changes.get(process) ?? []
      changes.set(process, [...known, { at: now(), ready }])
    },
    secondsWithout(process, from, to) {
      const known = changes.get(process) ?? []
      const without = known.map(({ at, ready }, index) => {
        const until = known[index + 1]?.at ?? to
        return ready > 0 ? 0 : Math.max(0, Math.min(until, to) - Math.max(at, from))
      })
      return without.reduce((sum, ms) => sum + ms, 0) / 1_000
    },
  }
}
