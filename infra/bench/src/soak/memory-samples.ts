import { z } from 'zod'
import type { Reading } from './flatness.ts'
import type { Held } from './product.ts'

/** What a soak leaves behind: where and of what it was taken, every reading, and what the player found wrong. */
export const soakSchema = z.object({
  machine: z.record(z.string(), z.unknown()),
  way: z.enum(['embedded', 'distributed']),
  minutes: z.number(),
  fans: z.number(),
  /** From the first lap to the last, ms. */
  playedMs: z.number(),
  /** Answers to those who looked on, by their status. */
  answers: z.record(z.string(), z.number()),
  differences: z.number(),
  /** Why the weekend was not played to its end; null where it was. */
  failure: z.string().nullable(),
  /** How often memory was read, and how often some process did not answer. */
  readings: z.object({ taken: z.number(), missed: z.number() }),
  processes: z.record(
    z.string(),
    /** ms from the first lap on; bytes. */
    z.array(z.object({ at: z.number(), resident: z.number(), heap: z.number().nullable() })),
  ),
})
export type Soak = z.infer<typeof soakSchema>

export type MemoryLog = {
  /** From now on time counts: the weekend begins. */
  begin(): void
  /** Counts the first time. */
  end(): void
  playedMs(): number
  counts(): Soak['readings']
  processes(): Soak['processes']
  stop(): Promise<void>
}

/** Reads the memory of every process again and again until it is stopped; where one does not answer, that reading is left out. */
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
