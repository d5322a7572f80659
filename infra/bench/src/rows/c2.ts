import { startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import {
  CAR_IDS,
  CHANCES_WEEKEND_ID,
  fanHeaders,
  fillChancesGame,
  OPEN_WEEKEND_ID,
  takeCarOut,
} from '../game/chances-game.ts'
import { startTipping, tippingAccessOf } from '../game/tipping-run.ts'
import type { LoadRequest, LoadResult } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import type { Row } from './row.ts'

const TIPS_A_SECOND = 40
const SECONDS = 10

type Load = typeof import('../processes/http-load.ts').commands

const check = ({ repliesByStatus }: LoadResult): void => {
  const wrong = Object.keys(repliesByStatus).filter((status) => !status.startsWith('2'))
  if (wrong.length > 0) throw new Error(`Replies ${JSON.stringify(repliesByStatus)}`)
}

/** Measures tips of other fans while very many read their chances right after a lock, when nothing is in memory. */
export const c2: Row = {
  id: 'C2',
  name: 'chances at a lock',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 10_000 : 100_000
    const readers = quick ? 500 : 2_000
    const postgres = await startBenchPostgres()
    const { publicKey, headersOf } = fanHeaders()
    const [product, forTips, forChances] = await Promise.all([
      startProcess<typeof import('../processes/tipping-host.ts').commands>('tipping-host'),
      startProcess<Load>('http-load'),
      startProcess<Load>('http-load'),
    ])
    try {
      const database = await postgres.create('c2', ['tipping'])
      logProgress(`filling ${participants} participants`)
      const run = await startTipping(tippingAccessOf(database))
      await fillChancesGame(run, { participants, groups: 0, membersOfGroup: 0 })
      const access = { ...tippingAccessOf(database), identityPublicKey: publicKey }
      const { result: url } = await product.run('start', access)
      const chancesRequests = await Promise.all(
        Array.from({ length: readers }, async (_, index): Promise<LoadRequest> => {
          const headers = await headersOf(index + 1)
          return { method: 'GET', path: `/api/weekends/${CHANCES_WEEKEND_ID}/chances`, headers }
        }),
      )
      const tipRequests = await Promise.all(
        Array.from({ length: 2_000 }, async (_, index): Promise<LoadRequest> => {
          const headers = { ...(await headersOf(index + 1)), 'content-type': 'application/json' }
          const carId = 100 + (CAR_IDS[index % CAR_IDS.length] ?? 1)
          const tip = { weekendId: OPEN_WEEKEND_ID, category: '1', carId, tipSource: 'sector' }
          return { method: 'POST', path: '/api/tips', headers, body: JSON.stringify(tip) }
        }),
      )
      await forTips.run('prepare', tipRequests)
      await forChances.run('prepare', chancesRequests)
      let seed = 0
      const tip = async (): Promise<number> => {
        seed += 1
        const input = { url, perSecond: TIPS_A_SECOND, seconds: SECONDS, seed }
        const { result } = await forTips.run('scattered', input)
        check(result)
        return result.p99
      }
      const read = async (): Promise<LoadResult> => {
        const input = { url, perSecond: readers / SECONDS, seconds: SECONDS, seed }
        const { result } = await forChances.run('scattered', input)
        check(result)
        return result
      }
      await tip()
      await read()
      const slowest: number[] = []
      const tips = await alternate(rounds, {
        async subject() {
          await takeCarOut(run, CAR_IDS[slowest.length % CAR_IDS.length] ?? 1)
          const [p99, result] = await Promise.all([tip(), read()])
          logProgress(
            `chances after ${Math.round(result.p50)} ms, at most ${Math.round(result.slowest)} ms; tips ${Math.round(p99)} ms`,
          )
          slowest.push(result.slowest)
          return p99
        },
        baseline: tip,
      })
      await run.stop()
      const fans = `${readers.toLocaleString('en')} fans of ${participants.toLocaleString('en')} within ${SECONDS} s of the lock`
      const row = { row: 'C2', unit: 'ms' }
      return [
        absolute({ ...row, what: `${fans}: the slowest reply`, against: '–' }, atMost(1_000, 'ms'), spreadOf(slowest)),
        compared({ ...row, what: `${fans}: p99 of ${TIPS_A_SECOND} tips a second`, against: 'quiet' }, atMost(2), tips),
      ]
    } finally {
      for (const process of [product, forTips, forChances]) await process.stop()
      await postgres.stop()
    }
  },
}
