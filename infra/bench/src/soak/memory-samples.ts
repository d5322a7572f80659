import { z } from 'zod'
import type { MemorySample } from './flatness.ts'
import type { ProcessMemory } from './product.ts'

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
  /** Number of samples, and of attempts in which a process did not reply. */
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
  start(): void
  /** Sets the end; only the first call counts. */
  end(): void
  playedMs(): number
  counts(): Soak['readings']
  processes(): Soak['processes']
  stop(): Promise<void>
}

/**
 * Samples the memory of every process at an interval until stopped.
 * Omits a sample when a process does not reply.
 */
export const startMemoryLog = (read: () => Promise<Map<string, ProcessMemory>>, everyMs: number): MemoryLog => {
  const samples: { at: number; memory: Map<string, ProcessMemory> }[] = []
  let startedAt = Number.NaN
  let endedAt = Number.NaN
  let missed = 0
  const takeSample = async () => {
    const at = performance.now()
    samples.push({ at, memory: await read() })
  }
  let pendingSample = Promise.resolve()
  const timer = setInterval(() => {
    pendingSample = pendingSample.then(takeSample).catch(() => {
      missed += 1
    })
  }, everyMs)
  return {
    start() {
      startedAt = performance.now()
    },
    end() {
      if (Number.isNaN(endedAt)) endedAt = performance.now()
    },
    playedMs: () => endedAt - startedAt,
    counts: () => ({ taken: samples.length, missed }),
    processes() {
      const names = new Set(samples.flatMap(({ memory }) => [...memory.keys()]))
      const samplesOf = (name: string) =>
        samples.flatMap(({ at, memory }) => {
          const processMemory = memory.get(name)
          return processMemory ? [{ at: Math.round(at - startedAt), ...processMemory }] : []
        })
      return Object.fromEntries([...names].map((name) => [name, samplesOf(name)]))
    },
    async stop() {
      clearInterval(timer)
      await pendingSample
    },
  }
}

export const residentOf = (samples: Soak['processes'][string]): MemorySample[] =>
  samples.map(({ at, resident }) => ({ at, bytes: resident }))

export const heapOf = (samples: Soak['processes'][string]): MemorySample[] =>
  samples.flatMap(({ at, heap }) => (heap === null ? [] : [{ at, bytes: heap }]))
