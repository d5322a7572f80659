import type { DistributedGauge } from './cache.ts'

type Part = { amount: number; endsAt: number }

/** Creates gauges in the memory of this process, by name; `now` is the clock in ms. */
export const inProcessGauges = (now: () => number): ((name: string) => DistributedGauge) => {
  const gauges = new Map<string, Map<string, Part>>()
  return (name) => {
    const parts = gauges.get(name) ?? new Map<string, Part>()
    gauges.set(name, parts)
    return {
      set: async (part, amount, ttlMs) => {
        parts.set(part, { amount, endsAt: now() + ttlMs })
      },
      sum: async () => {
        const time = now()
        for (const [part, { endsAt }] of parts) if (endsAt <= time) parts.delete(part)
        return [...parts.values()].reduce((sum, { amount }) => sum + amount, 0)
      },
    }
  }
}
