import { z } from 'zod'
import type { Reading } from './flatness.ts'
import type { Held } from './product.ts'

/** The stored data of a soak: machine, versions, all samples, and the differences found by the player. */
export const soakSchema = z.object({
  machine: z.record(z.string(), z.unknown()),
  way: z.enum(['embedded', 'distributed']),
  minutes: z.number(),
  fans: z.number(),
  /** From the first lap to the last, in ms. */
  playedMs: z.number(),
  /** Replies to background fans, by status. */
  answers: z.record(z.string(), z.number()),
  differences: z.number(),
  /** Reason why the weekend was not played to its end; null when it was. */
  failure: z.string().nullable(),
  /** Number of samples, and of attempts in which a process did not answer. */
  readings: z.object({ taken: z.number(), missed: z.number() }),
  processes: z.record(
    z.string(),
    /** Milliseconds since the first lap; bytes. */
    z.array(z.object({ at: z.number(), resident: z.number(), heap: z.number().nullable() })),
  ),
})
export type Soak = z.infer<typeof soakSchema>

export type MemoryLog = {
  /** Sets the start of the time axis: the weekend begins. */
  begin(): void
  /** Sets the end; only the first call counts. */
  end(): void
  playedMs(): number
  counts(): Soak['readings']
  processes(): Soak['processes']
  stop(): Promise<void>
}

/**
 * Samples the memory of every process at an interval until stopped.
 * Omits a sample when a process does not answer.
 */
export const keepMemoryLog = (read: () => Promise<Map<string, Held>>, everyMs: number): MemoryLog => {
  const taken: { at: number; held: Map<string, Held> }[] = []
  let began = Number.NaN
  let ended = Number.NaN
  let missed = 0
  const take = async () => {
    const at = performance.now()
    taken.push({ at, held: await read() })
  }
  let reading = Promise.resolve()
  const timer = setInterval(() => {
    reading = reading.then(take).catch(() => {
      missed += 1
    })
  }, everyMs)
  return {
    begin() {
      began = performance.now()
    },
    end() {
      if (Number.isNaN(ended)) ended = performance.now()
    },
    playedMs: () => ended - began,
    counts: () => ({ taken: taken.length, missed }),
    processes() {
      const names = new Set(taken.flatMap(({ held }) => [...held.keys()]))
      const of = (name: string) =>
        taken.flatMap(({ at, held }) => {
          const found = held.get(name)
          return found ? [{ at: Math.round(at - began), ...found }] : []
        })
      return Object.fromEntries([...names].map((name) => [name, of(name)]))
    },
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

export const residentOf = (readings: Soak['processes'][string]): Reading[] =>
  readings.map(({ at, resident }) => ({ at, bytes: resident }))

export const heapOf = (readings: Soak['processes'][string]): Reading[] =>
  readings.flatMap(({ at, heap }) => (heap === null ? [] : [{ at, bytes: heap }]))
