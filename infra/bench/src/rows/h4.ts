import { alternate } from '../figures/alternate.ts'
import { absolute, atLeast, atMost, compared, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProduct } from '../game/product-run.ts'
import type { OfferedResult, SaturationResult } from '../processes/crowd-load.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const FANS = 2_000
/** Concurrency at saturation: two batches, and not more than are always admitted. */
const CONCURRENCY = 100
const TIMES = 3
/** CPU cores used by an idle product, when all effects of tips are finished. */
const IDLE_CORES = 0.2
/** Delay above which the load generator did not offer the intended rate. */
const LATE_MS = 50

type Crowd = typeof import('../processes/crowd-load.ts').commands

const inMs = ({ p50, p99 }: { p50: number; p99: number }): string => `${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`

const describe = ({ offered, sendDelay, perSecond, accepted, rejected, repliesByStatus }: OfferedResult): string =>
  `offered ${Math.round(offered)}/s, late by ${inMs(sendDelay)}: ${Math.round(perSecond)} accepted/s in ${inMs(accepted)}, ` +
  `rejected in ${inMs(rejected)}; replies ${JSON.stringify(repliesByStatus)}`

/** Tips through the gateway of the embedded product, at saturation and at three times that rate. */
export const h4: Row = {
  id: 'H4',
  name: 'tips beyond saturation',
  async run({ rounds, quick, logProgress }) {
    const seconds = quick ? 4 : 8
    const product = await startProduct()
    const crowd = await startProcess<Crowd>('crowd-load')
    try {
      const { url } = product
      await product.signIn(FANS)
      const { weekendId, carIds } = await product.raceControl.addWeekend(1)
      // A different car each time, so that every accepted tip writes.
      const requests = Array.from({ length: FANS }, (_, index) =>
        carIds.map((carId) => ({
          method: 'POST' as const,
          path: '/api/tips',
          headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(index + 1) },
          body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
        })),
      )
      const isAccepted = async () => {
        const first = requests[0]?.[0]
        return first ? (await fetch(`${url}${first.path}`, first)).status < 300 : false
      }
      await waitFor('the first tip', isAccepted, 30_000)
      await crowd.run('prepare', { url, requests })

      const cpu: Record<string, number> = {}
      /** Waits until all effects of tips are finished, so that no round includes work of the previous one. */
      const waitUntilIdle = () =>
        waitFor('all work to finish', async () => (await product.host.run('watch', 1_000)).cpu < IDLE_CORES, 300_000)
      /** Runs a load and records the CPU cores used by load generator and product. */
      const measureWithHost = async <Result>(
        what: string,
        load: Promise<{ result: Result; cpu: number }>,
      ): Promise<Result> => {
        const [{ result, cpu: used }, { cpu: usedByHost }] = await Promise.all([
          load,
          product.host.run('watch', seconds * 1_000),
        ])
        Object.assign(cpu, { [`load generator (${what})`]: used, [`product (${what})`]: usedByHost })
        return result
      }
      const saturations: SaturationResult[] = []
      const saturate = async (): Promise<number> => {
        await waitUntilIdle()
        const result = await measureWithHost(
          'at saturation',
          crowd.run('saturate', { concurrency: CONCURRENCY, seconds }),
        )
        const wrong = Object.entries(result.repliesByStatus).filter(([status]) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`at saturation it replied ${JSON.stringify(wrong)}`)
        logProgress(`at saturation: ${Math.round(result.perSecond)} tips/s in ${inMs(result.latencies)}`)
        saturations.push(result)
        return result.perSecond
      }
      const overloads: OfferedResult[] = []
      const notes: string[] = []
      const overload = async (): Promise<number> => {
        await waitUntilIdle()
        const perSecond = Math.round(TIMES * (saturations.at(-1)?.perSecond ?? 0))
        const seed = overloads.length + 1
        const result = await measureWithHost('offered', crowd.run('offer', { perSecond, seconds, seed }))
        overloads.push(result)
        logProgress(describe(result))
        notes.push(describe(result))
        if (result.sendDelay.p99 > LATE_MS) notes.push('The load generator was late: it offered less than intended.')
        return result.perSecond
      }
      await saturate() // every fan's first tip, which costs more than a change
      await saturate()
      const goodput = await alternate(rounds, { subject: overload, baseline: saturate })
      const offered = `tips through the gateway, ${TIMES} × saturation offered`
      const figure = (what: string, unit: string) => ({ row: 'H4', what: `${offered}: ${what}`, against: '–', unit })
      const of = (value: (result: OfferedResult) => number) => spreadOf(overloads.map(value))
      return [
        compared(
          {
            ...figure('accepted', 'tips/s'),
            against: `the goodput of ${CONCURRENCY} concurrent tips`,
            load: cpu,
            notes,
          },
          atLeast(0.8),
          goodput,
        ),
        absolute(
          figure('p99 of the accepted', 'ms'),
          atMost(500, 'ms'),
          of(({ accepted }) => accepted.p99),
        ),
        absolute(
          figure('median of the rejections', 'ms'),
          atMost(50, 'ms'),
          of(({ rejected }) => rejected.p50),
        ),
        absolute(
          figure('neither accepted nor 503 with Retry-After', 'replies'),
          atMost(0, 'replies'),
          of(({ neither }) => neither),
        ),
      ] satisfies Figure[]
    } finally {
      await crowd.stop()
      await product.stop()
    }
  },
}
