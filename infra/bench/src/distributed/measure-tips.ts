import { spreadOf } from '../figures/spread.ts'
import type { LoadRequest } from '../processes/http-load.ts'
import type { Process } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { sampleCpu, usedBetween, watchOthers } from './cpu-by-program.ts'
import type { DistributedRun } from './distributed-run.ts'

type Load = Process<typeof import('../processes/http-load.ts').commands>

/** Tips at a fixed rate over all gateways, or over this many connections as fast as replies arrive. */
export type TipsOffered = { perSecond: number; seconds: number } | { connections: number; seconds: number }

/**
 * Replies to tips, and their cost with all effects: CPU time by program, write-ahead log.
 * Also the cores used meanwhile by processes outside the product.
 */
export type TipsMeasured = {
  perSecond: number
  p50: number
  p99: number
  /** Share of tips that are the first of their fan. */
  firstShare: number
  cpuMs: Record<string, number>
  walBytes: number
  othersCores: number
}

/** Each fan tips the first car, then the second, and so on, so that every tip writes. */
const tipsOf = (url: string, weekendId: number, carIds: readonly number[], fans: readonly number[]): LoadRequest[] =>
  carIds.flatMap((carId) =>
    fans.map((fan) => ({
      method: 'POST' as const,
      path: '/api/tips',
      headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) },
      body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
    })),
  )

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const IDLE_MS = 5_000

/**
 * Sends tips through all gateways concurrently and measures their cost until all work is done.
 * Each gateway has its own fans.
 */
export const tipsThrough = async (run: DistributedRun, loads: readonly Load[], fans: number) => {
  const { weekendId, carIds } = await run.addGame(0, 1)
  const share = Math.floor(fans / run.gateways.length)
  for (const [place, load] of loads.entries()) {
    const own = Array.from({ length: share }, (_, index) => 1 + place * share + index)
    await load.run('prepare', tipsOf(run.gateways[place] ?? '', weekendId, carIds, own))
  }

  const send = ({ seconds, ...offered }: TipsOffered) =>
    Promise.all(
      loads.map(async (load, place) => {
        const url = run.gateways[place] ?? ''
        const { result } = await ('perSecond' in offered
          ? load.run('scattered', { url, perSecond: offered.perSecond / loads.length, seconds, seed: 1 + place })
          : load.run('load', { url, connections: offered.connections / loads.length, seconds }))
        const wrong = Object.keys(result.answers).filter((status) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`tips were answered ${JSON.stringify(result.answers)}`)
        return result
      }),
    )

  const idleBefore = sampleCpu()
  await pause(IDLE_MS)
  const idle = usedBetween(idleBefore, sampleCpu())

  let sent = 0
  const measure = async (offered: TipsOffered): Promise<TipsMeasured> => {
    const [walBefore, before, others] = [await run.walBytes(), sampleCpu(), watchOthers()]
    const startedAt = performance.now()
    const results = await send(offered)
    const othersCores = others()
    await run.settle()
    const took = performance.now() - startedAt
    const used = usedBetween(before, sampleCpu())
    const counts = (status?: string): number =>
      results
        .flatMap(({ answers }) => (status ? [answers[status] ?? 0] : Object.values(answers)))
        .reduce((a, b) => a + b, 0)
    const tips = counts()
    sent += tips
    const costs = Object.entries(used).map(([program, ms]) => {
      const own = ms - ((idle[program] ?? 0) * took) / IDLE_MS
      return [program, Math.max(0, own) / tips] as const
    })
    return {
      perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
      p50: spreadOf(results.map(({ p50 }) => p50)).median,
      p99: Math.max(...results.map(({ p99 }) => p99)),
      firstShare: counts('201') / tips,
      cpuMs: Object.fromEntries(costs),
      walBytes: ((await run.walBytes()) - walBefore) / tips,
      othersCores,
    }
  }
  return {
    measure,
    /** Continues until every fan has a tip, so that later tips change one. */
    async untilAllHaveTipped(): Promise<void> {
      while (sent < fans) await measure({ connections: 64, seconds: 5 })
    },
  }
}
