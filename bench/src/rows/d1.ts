import { availableParallelism } from 'node:os'
import { type DistributedRun, startDistributedRun } from '../distributed/distributed-run.ts'
import { type ResultsWanted, resultsThrough } from '../distributed/measure-results.ts'
import { type TipsOffered, tipsThrough } from '../distributed/measure-tips.ts'
import { compared, type Figure, report } from '../figures/figure.ts'
import { quantile, type Spread, spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { simulateResultsHere, simulateTipsHere } from '../simulation/here.ts'
import { startSockets } from '../sockets/audience.ts'
import type { Row, RowContext } from './row.ts'

const FANS = 4_000
const CONNECTIONS = 64

/** What was measured, with what the simulation says in the place of a baseline. */
const beside = (what: string, unit: string, values: number[], simulated: Spread, notes: string[] = []): Figure =>
  compared({ row: 'D1', what, against: 'the simulation', unit, notes }, report, {
    subject: spreadOf(values),
    baseline: simulated,
    ratio: spreadOf(values.map((value) => value / simulated.median)),
  })

const digits = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

const costsOf = (cpuMs: Record<string, number>, walBytes: number): string =>
  [
    ...Object.entries(cpuMs)
      .filter(([, ms]) => ms > 0.05)
      .toSorted(([, one], [, other]) => other - one)
      .map(([program, ms]) => `${program} ${digits(ms)} ms`),
    `${digits(walBytes / 1_000)} kB of write-ahead log`,
  ].join(', ')

const tips = async (run: DistributedRun, { quick, tell }: RowContext): Promise<Figure[]> => {
  const seconds = quick ? 4 : 12
  const ofFirst: TipsOffered[] = [
    { perSecond: 40, seconds },
    { connections: CONNECTIONS, seconds },
  ]
  const ofChanged: TipsOffered[] = [50, 100, 150].map((perSecond) => ({ perSecond, seconds }))
  ofChanged.push({ connections: CONNECTIONS, seconds })
  const loads = await Promise.all(
    run.gateways.map(() => startProcess<typeof import('../processes/http-load.ts').commands>('http-load')),
  )
  try {
    const { measure, untilAllHaveTipped } = await tipsThrough(run, loads, FANS)
    const figures: Figure[] = []
    const look = async (kind: string, offered: TipsOffered): Promise<void> => {
      const { firstShare, othersCores, ...taken } = await measure(offered)
      const simulated = simulateTipsHere({ cores: availableParallelism(), othersCores }, { ...offered, firstShare })
      const pace = 'perSecond' in offered ? `${offered.perSecond} a second offered` : `by ${CONNECTIONS} connections`
      const what = `${kind} tips, ${pace}`
      const notes = [
        `a tip took: ${costsOf(taken.cpuMs, taken.walBytes)}; others used ${digits(othersCores)} of the cores`,
      ]
      figures.push(
        beside(`${what}: accepted`, 'tips/s', [taken.perSecond], spreadOf([simulated.perSecond]), notes),
        beside(`${what}: p50`, 'ms', [taken.p50], spreadOf([simulated.p50])),
        beside(`${what}: p99`, 'ms', [taken.p99], spreadOf([simulated.p99])),
      )
      tell(`${what}: ${digits(taken.perSecond)}/s, ${digits(taken.p50)} and ${digits(taken.p99)} ms; ${notes.join()}`)
    }
    for (const offered of ofFirst) await look('first', offered)
    await untilAllHaveTipped()
    for (const offered of ofChanged) await look('changed', offered)
    return figures
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

const results = async (run: DistributedRun, { quick, rounds, tell }: RowContext): Promise<Figure[]> => {
  const small = { participants: 100, sockets: 2, results: 2 * rounds }
  const large = [
    { participants: 2_000, sockets: 2_000 },
    { participants: 20_000, sockets: 4_000 },
  ].map((size) => ({ ...size, results: 2 * rounds }))
  const wanted: ResultsWanted[] = quick ? [small] : [small, ...large]
  const loads = await Promise.all(run.gateways.map(startSockets))
  try {
    const figures: Figure[] = []
    for (const one of wanted) {
      const { participants, sockets } = one
      const taken = await resultsThrough(run, loads, one)
      const here = { cores: availableParallelism(), othersCores: taken.othersCores }
      const simulated = simulateResultsHere(here, { participants, sockets })
      const what = `PUT results → the last of ${sockets.toLocaleString('en')} sockets, ${participants.toLocaleString('en')} fans without groups`
      const notes = [
        `p50 ${digits(quantile(taken.lastSocketMs, 0.5))}, p99 ${digits(quantile(taken.lastSocketMs, 0.99))} ms`,
        `a result took: ${costsOf(taken.cpuMs, taken.walBytes)}; frames of ${taken.frameBytes.join(' and ')} bytes; others used ${digits(taken.othersCores)} of the cores`,
      ]
      figures.push(beside(what, 'ms', taken.lastSocketMs, simulated, notes))
      tell(`${what}: ${taken.lastSocketMs.map(Math.round).join(', ')} ms; ${notes.join('; ')}`)
    }
    return figures
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

const bytesOf = (tables: Record<string, number>): string =>
  Object.entries(tables)
    .map(([name, bytes]) => `${name} ${digits(bytes / 1_000_000)} MB`)
    .join(', ')

/** The distributed product with two gateways and two scoring workers on this one machine, beside the simulation of that. */
export const d1: Row = {
  id: 'D1',
  name: 'two gateways and two workers beside the simulation',
  async run(context) {
    const run = await startDistributedRun(FANS)
    try {
      const figures = [...(await tips(run, context)), ...(await results(run, context))]
      for (const schema of ['tipping', 'engagement'])
        context.tell(`${schema}: ${bytesOf(await run.tableBytes(schema))}`)
      return figures
    } finally {
      await run.stop()
    }
  },
}
