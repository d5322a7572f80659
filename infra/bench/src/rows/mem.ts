import { setTimeout as delay } from 'node:timers/promises'
import { absolute, atMost, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { type ProcessMemory, startSoakProduct } from '../soak/product.ts'
import type { Row } from './row.ts'

const MB = 2 ** 20
/**
 * Memory limit of an idle service, worker or gateway: 50 MB for Node itself, and as much for the loaded code.
 * The embedded product is all of them in one process.
 */
const MAX_MB = 175
const MAX_OF_EMBEDDED_MB = 250
const IDLE_S = 60

const megabytes = (samples: readonly number[]) => spreadOf(samples.map((bytes) => bytes / MB))

/** Size of the JavaScript heap, including garbage. */
const heapNote = (samples: readonly ProcessMemory[]): string[] => {
  const heaps = samples.flatMap(({ heap }) => (heap === null ? [] : [heap]))
  return heaps.length === 0 ? [] : [`${Math.round(megabytes(heaps).median)} MB of it heap and buffers`]
}

const limitOf = (name: string, { heap }: ProcessMemory) => {
  // Without Postgres, Redis and Kafka, which are not our code.
  if (heap === null) return report
  return atMost(name === 'product' ? MAX_OF_EMBEDDED_MB : MAX_MB, 'MB')
}

export const mem: Row = {
  id: 'MEM',
  name: 'memory of each process',
  async run({ rounds, quick, logProgress }) {
    const idleS = quick ? 5 : IDLE_S
    const figures: Figure[] = []
    for (const way of ['embedded', 'distributed'] as const) {
      const samples = new Map<string, ProcessMemory[]>()
      for (let round = 0; round < rounds; round += 1) {
        logProgress(`starting the ${way} product`)
        const product = await startSoakProduct(way)
        try {
          await delay(idleS * 1000)
          for (const [name, memory] of await product.memory()) {
            samples.set(name, [...(samples.get(name) ?? []), memory])
            logProgress(`${name}: ${Math.round(memory.resident / MB)} MB`)
          }
        } finally {
          await product.stop()
        }
      }
      for (const [name, processSamples] of samples) {
        const what = `resident memory ${idleS} s after the start, ${way}: ${name}`
        const [first] = processSamples
        if (!first) continue
        const resident = megabytes(processSamples.map(({ resident }) => resident))
        const description = { row: 'MEM', what, against: '–', unit: 'MB', notes: heapNote(processSamples) }
        figures.push(absolute(description, limitOf(name, first), resident))
      }
    }
    return figures
  },
}
