import { setTimeout as delay } from 'node:timers/promises'
import { absolute, atMost, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { type Held, startSoakedProduct } from '../soak/product.ts'
import type { Row } from './row.ts'

const MB = 2 ** 20
/**
 * Memory limit of an idle service, worker or gateway: 50 MB for Node itself, and as much for the loaded code.
 * The embedded product is all of them in one process.
 */
const MAX_MB = 175
const MAX_OF_EMBEDDED_MB = 250
const IDLE_S = 60

const megabytes = (held: readonly number[]) => spreadOf(held.map((bytes) => bytes / MB))

/** Size of the JavaScript heap, including garbage. */
const heapNote = (held: readonly Held[]): string[] => {
  const heaps = held.flatMap(({ heap }) => (heap === null ? [] : [heap]))
  return heaps.length === 0 ? [] : [`${Math.round(megabytes(heaps).median)} MB of it heap and buffers`]
}

const limitOf = (name: string, { heap }: Held) => {
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
      const held = new Map<string, Held[]>()
      for (let round = 0; round < rounds; round += 1) {
        logProgress(`starting the ${way} product`)
        const product = await startSoakedProduct(way)
        try {
          await delay(idleS * 1000)
          for (const [name, now] of await product.memory()) {
            held.set(name, [...(held.get(name) ?? []), now])
            logProgress(`${name}: ${Math.round(now.resident / MB)} MB`)
          }
        } finally {
          await product.stop()
        }
      }
      for (const [name, each] of held) {
        const what = `resident memory ${idleS} s after the start, ${way}: ${name}`
        const [first] = each
        if (!first) continue
        const resident = megabytes(each.map(({ resident }) => resident))
        const described = { row: 'MEM', what, against: '–', unit: 'MB', notes: heapNote(each) }
        figures.push(absolute(described, limitOf(name, first), resident))
      }
    }
    return figures
  },
}
