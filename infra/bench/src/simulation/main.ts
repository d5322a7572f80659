import { parseArgs } from 'node:util'
import { measured, type Parameters } from './parameters.ts'
import { simulateResult } from './result-fan-out.ts'
import { formatShare, formatWhole, table } from './table.ts'
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
  const overrides = {
    gateways: values.gateways,
    tippings: values.tippings,
    engagements: values.engagements,
    partitions: values.partitions,
    postgresCores: values['postgres-cores'],
  }
  const chosen = Object.entries(overrides).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, numberOf(name, value)]],
  )
  return {
    fans: values.fans.split(',').map((item) => numberOf('fans', item)),
    seed: numberOf('seed', values.seed),
    size: Object.fromEntries(chosen),
  }
}

const tables = (fans: readonly number[], seed: number, overrides: Partial<Size>, parameters: Parameters): string => {
  const sizes = fans.map((count) => ({ count, size: { ...sizeFor(count), ...overrides } }))
  const sizeWords = ({ gateways, tippings, engagements, partitions, postgresCores }: Size) =>
    [gateways, tippings, engagements, partitions, postgresCores].join(' / ')
  const rushes = sizes.map(({ count, size }) => {
    const outcome = simulateRush(size, parameters, raceDayOf(count).rush, seed)
    const { busiest } = outcome
    return [
      formatWhole(count),
      sizeWords(size),
      formatWhole(outcome.offered),
      formatWhole(outcome.late),
      formatWhole(outcome.perSecond),
      formatWhole(outcome.p50),
      formatWhole(outcome.p99),
      `${busiest.name}, ${formatShare(busiest.use)}`,
      formatWhole(outcome.engagementBehindMs / 1_000),
    ]
  })
  const results = sizes.map(({ count, size }) => {
    const outcome = simulateResult(size, parameters, raceDayOf(count).audience, seed)
    const { busiest } = outcome
    const times = [
      outcome.scoredMs,
      outcome.p50,
      outcome.p99,
      outcome.lastSocketMs,
      outcome.notifiedMs,
      outcome.lastGroupMs,
    ].map(formatWhole)
    return [
      formatWhole(count),
      sizeWords(size),
      formatWhole(outcome.published),
      ...times,
      `${busiest.name}, ${formatShare(busiest.use)}`,
    ]
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
        'groups published ms',
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
