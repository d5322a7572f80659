import { spreadOf } from '../figures/spread.ts'
import type { LoadRequest } from '../processes/http-load.ts'
import type { Process } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { cpuUsedBetween, measureForeignCpu, sampleCpu } from './cpu-by-program.ts'
import type { DistributedRun } from './distributed-run.ts'

type Load = Process<typeof import('../processes/http-load.ts').commands>

/** Tips at a fixed rate over all gateways, or over this many connections as fast as replies arrive. */
export type TipsLoad = { perSecond: number; seconds: number } | { connections: number; seconds: number }

/**
 * Replies to tips, and their cost with all effects: CPU time by program, write-ahead log.
 * Also the cores used meanwhile by processes outside the product.
 */
export type TipsMeasurement = {
  perSecond: number
  p50: number
  p99: number
  /** Share of tips that are the first of their fan. */
  firstShare: number
  cpuMs: Record<string, number>
  walBytes: number
  foreignCores: number
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
export const prepareTips = async (run: DistributedRun, loads: readonly Load[], fans: number) => {
  const { weekendId, carIds } = await run.addGame(0, 1)
  const share = Math.floor(fans / run.gateways.length)
  for (const [gatewayIndex, load] of loads.entries()) {
    const own = Array.from({ length: share }, (_, index) => 1 + gatewayIndex * share + index)
    await load.run('prepare', tipsOf(run.gateways[gatewayIndex] ?? '', weekendId, carIds, own))
  }

  const send = ({ seconds, ...offered }: TipsLoad) =>
    Promise.all(
      loads.map(async (load, gatewayIndex) => {
        const url = run.gateways[gatewayIndex] ?? ''
        const { result } = await ('perSecond' in offered
          ? load.run('scattered', { url, perSecond: offered.perSecond / loads.length, seconds, seed: 1 + gatewayIndex })
          : load.run('load', { url, connections: offered.connections / loads.length, seconds }))
        const wrong = Object.keys(result.repliesByStatus).filter((status) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`tips got the replies ${JSON.stringify(result.repliesByStatus)}`)
        return result
      }),
    )

  const idleBefore = sampleCpu()
  await pause(IDLE_MS)
  const idle = cpuUsedBetween(idleBefore, sampleCpu())

  let sent = 0
  const measure = async (offered: TipsLoad): Promise<TipsMeasurement> => {
    const [walBefore, before, measureCores] = [await run.walBytes(), sampleCpu(), measureForeignCpu()]
    const startedAt = performance.now()
    const results = await send(offered)
    const foreignCores = measureCores()
    await run.waitUntilIdle()
    const durationMs = performance.now() - startedAt
    const used = cpuUsedBetween(before, sampleCpu())
    const counts = (status?: string): number =>
      results
        .flatMap(({ repliesByStatus }) => (status ? [repliesByStatus[status] ?? 0] : Object.values(repliesByStatus)))
        .reduce((a, b) => a + b, 0)
    const tips = counts()
    sent += tips
    const costs = Object.entries(used).map(([program, ms]) => {
      const own = ms - ((idle[program] ?? 0) * durationMs) / IDLE_MS
      return [program, Math.max(0, own) / tips] as const
    })
    return {
      perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
      p50: spreadOf(results.map(({ p50 }) => p50)).median,
      p99: Math.max(...results.map(({ p99 }) => p99)),
      firstShare: counts('201') / tips,
      cpuMs: Object.fromEntries(costs),
      walBytes: ((await run.walBytes()) - walBefore) / tips,
      foreignCores,
    }
  }
  return {
    measure,
    /** Continues until every fan has a tip, so that later tips change one. */
    async submitUntilAllHaveTips(): Promise<void> {
      while (sent < fans) await measure({ connections: 64, seconds: 5 })
    },
  }
}
