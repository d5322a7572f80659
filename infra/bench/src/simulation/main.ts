import { parseArgs } from 'node:util'
import { measured, type Parameters } from './parameters.ts'
import { simulateResult } from './result-fan-out.ts'
import { share, table, whole } from './table.ts'
import { type Arrivals, simulateRush } from './tips-rush.ts'
import type { Size } from './topology.ts'

const usage = `Simulates the rush of tips before a deadline and a result on its way to all sockets (docs/scale.md).

  node infra/bench/src/simulation/main.ts [--fans 10000,100000,1000000] [--seed 1] [--gateways <n>] [--tippings <n>]
    [--engagements <n>] [--partitions <n>] [--postgres-cores <n>]
`

/** The load of one race day. Assumed; docs/scale.md gives the reasons. */
const raceDayOf = (fans: number) => {
  const rush: Arrivals = { kind: 'rush', tips: Math.round(fans / 2), seconds: 600, halvedIn: 60, firstShare: 0.5 }
  return { rush, audience: { participants: fans, sockets: Math.round(fans / 2), hasGroups: true } }
}

const SOCKETS_OF_GATEWAY = 10_000

/**
 * The topology that docs/scale.md proposes: a gateway per 10,000 sockets, and at least two of every process that may
 * fail.
 */
const sizeFor = (fans: number): Size => {
  const { audience } = raceDayOf(fans)
  return {
    gateways: Math.max(2, Math.ceil(audience.sockets / SOCKETS_OF_GATEWAY)),
    tippings: 2,
    engagements: 2,
    partitions: 6,
    postgresCores: 8,
  }
}

const readOptions = (words: string[]) => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: words,
    options: {
      fans: { ...text, default: '10000,100000,1000000' },
      seed: { ...text, default: '1' },
      gateways: text,
      tippings: text,
      engagements: text,
      partitions: text,
      'postgres-cores': text,
    },
  })
  const numberOf = (name: string, value: string): number => {
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} takes whole numbers from 1 on`)
    return number
  }
  const given = {
    gateways: values.gateways,
    tippings: values.tippings,
    engagements: values.engagements,
    partitions: values.partitions,
    postgresCores: values['postgres-cores'],
  }
  const chosen = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, numberOf(name, value)]],
  )
  return {
    fans: values.fans.split(',').map((one) => numberOf('fans', one)),
    seed: numberOf('seed', values.seed),
    size: Object.fromEntries(chosen),
  }
}

const tables = (fans: readonly number[], seed: number, given: Partial<Size>, parameters: Parameters): string => {
  const sizes = fans.map((count) => ({ count, size: { ...sizeFor(count), ...given } }))
  const sizeWords = ({ gateways, tippings, engagements, partitions, postgresCores }: Size) =>
    [gateways, tippings, engagements, partitions, postgresCores].join(' / ')
  const rushes = sizes.map(({ count, size }) => {
    const out = simulateRush(size, parameters, raceDayOf(count).rush, seed)
    const { busiest } = out
    return [
      whole(count),
      sizeWords(size),
      whole(out.offered),
      whole(out.late),
      whole(out.perSecond),
      whole(out.p50),
      whole(out.p99),
      `${busiest.name}, ${share(busiest.use)}`,
      whole(out.followedAfterMs / 1_000),
    ]
  })
  const results = sizes.map(({ count, size }) => {
    const out = simulateResult(size, parameters, raceDayOf(count).audience, seed)
    const { busiest } = out
    const times = [out.scoredMs, out.p50, out.p99, out.lastSocketMs, out.notifiedMs, out.lastGroupMs].map(whole)
    return [whole(count), sizeWords(size), whole(out.published), ...times, `${busiest.name}, ${share(busiest.use)}`]
  })
  const replicas = 'gateways / tipping / engagement / partitions / cores of Postgres'
  return [
    table(
      [
        'fans',
        replicas,
        'tips',
        'too late',
        'tips/s, last minute',
        'p50 ms',
        'p99 ms',
        'busiest, last minute',
        'engagement behind, s',
      ],
      rushes,
    ),
    table(
      [
        'fans',
        replicas,
        'sockets',
        'scored ms',
        'p50 ms',
        'p99 ms',
        'last socket ms',
        'groups told ms',
        'last group ms',
        'busiest',
      ],
      results,
    ),
  ].join('\n\n')
}

try {
  const { fans, seed, size } = readOptions(process.argv.slice(2))
  process.stdout.write(`${tables(fans, seed, size, measured)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
