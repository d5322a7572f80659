import type { Process } from '../processes/start-process.ts'
import { clock } from '../sockets/clock.ts'
import { SIGNED_IN } from '../sockets/handshake-options.ts'
import { cpuUsedBetween, measureForeignCpu, sampleCpu } from './cpu-by-program.ts'
import type { DistributedRun } from './distributed-run.ts'

type Sockets = Process<typeof import('../processes/socket-load.ts').commands>

export type ResultsPlan = { participants: number; sockets: number; results: number }

/** Time in ms from each result's `PUT` to the last socket, and CPU time per result by program. */
export type ResultsMeasurement = {
  lastSocketMs: number[]
  cpuMs: Record<string, number>
  walBytes: number
  /** Of the board's frame and of the fan's own row. */
  frameBytes: number[]
  /** Cores used meanwhile by processes outside the product. */
  foreignCores: number
}

const versionOf = async ({ tipping }: DistributedRun, weekendId: number): Promise<number> => {
  const scope = await tipping('scopes').where({ weekend_id: weekendId, group_id: null }).first('version')
  return Number(scope?.version ?? 0)
}

/**
 * Publishes results one after another, each when the product is idle.
 * Measures until the last socket at any gateway has the new board and its fan's own row. All effects of a result, such
 * as notifications, are finished before the next one.
 */
export const measureResults = async (
  run: DistributedRun,
  loads: readonly Sockets[],
  { participants, sockets, results }: ResultsPlan,
): Promise<ResultsMeasurement> => {
  const { weekendId, carIds, raceIds } = await run.addGame(participants, results + 1)
  const first = [JSON.stringify({ type: 'subscribe', weekendId, groupIds: [] })]
  for (const [gatewayIndex, load] of loads.entries()) {
    const port = Number(new URL(run.gateways[gatewayIndex] ?? '').port)
    await load.run('open', { ...SIGNED_IN, first, port, count: Math.ceil(sockets / loads.length) })
  }
  await run.waitUntilIdle()
  const lastSocketMs: number[] = []
  let [walBefore, before] = [0, sampleCpu()]
  const measureCores = measureForeignCpu()
  for (const [index, raceId] of raceIds.entries()) {
    // The first result warms up.
    if (index === 1) [walBefore, before] = [await run.walBytes(), sampleCpu()]
    // Each result has another winner, so that every position changes.
    carIds.push(carIds.shift() ?? 0)
    const version = (await versionOf(run, weekendId)) + 1
    const waiting = loads.map((load) => load.run('states', { types: ['leaderboard_update', 'my_standing'], version }))
    const startedAt = clock()
    await run.raceControl.publish(raceId, carIds)
    const ends = (await Promise.all(waiting)).map(({ result }) => result.doneAt)
    if (index > 0) lastSocketMs.push(Math.max(...ends) - startedAt)
    await run.waitUntilIdle()
  }
  const foreignCores = measureCores()
  const used = cpuUsedBetween(before, sampleCpu())
  const walBytes = ((await run.walBytes()) - walBefore) / results
  const frames = (await loads[0]?.run('newest', ['leaderboard_update', 'my_standing']))?.result ?? []
  for (const load of loads) await load.run('close', undefined)
  return {
    lastSocketMs,
    walBytes,
    foreignCores,
    frameBytes: frames.map((frame) => Buffer.byteLength(frame)),
    cpuMs: Object.fromEntries(Object.entries(used).map(([program, ms]) => [program, ms / results])),
  }
}
