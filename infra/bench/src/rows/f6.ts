import { absolute, atMost, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { startSockets } from '../sockets/audience.ts'
import { pointsOf } from '../sockets/fake-services.ts'
import { SIGNED_IN } from '../sockets/handshake-options.ts'
import { forEachCrowd } from './crowds.ts'
import type { Row, RowContext } from './row.ts'

/** The board changes while sockets move, and once more when all should have moved. */
const UPDATES = { perSecond: 0.5, seconds: 24 }
const LAST = 1 + UPDATES.perSecond * UPDATES.seconds
const BEFORE_MS = 2_000
/** During the move each client has two sockets, more than one process may have open. */
const LOADS = 2

/** Stops a gateway, whose sockets move to its peer. */
const drain = async (count: number, { rounds, logProgress }: RowContext): Promise<Figure[]> => {
  const loads = await Promise.all(Array.from({ length: LOADS }, startSockets))
  const socketsPerLoad = count / LOADS
  const reconnectSeconds: number[] = []
  const refusals: number[] = []
  const disconnected: number[] = []
  const sessionCalls: number[] = []
  const wrongBoards: number[] = []
  const cpu: Record<string, number> = {}
  try {
    for (let round = 0; round < rounds; round += 1) {
      const start = () => startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
      const [drained, peer] = await Promise.all([start(), start()])
      const { result: port } = await drained.run('start', count)
      const { result: peerPort } = await peer.run('start', count)
      for (const [index, load] of loads.entries())
        await load.run('open', { ...SIGNED_IN, port, count: socketsPerLoad, from: 1 + index * socketsPerLoad })
      const stopDrained = async () => {
        await drained.run('watch', BEFORE_MS)
        return drained.run('stopAsOnSigterm', undefined)
      }
      const contents = [`"version":${LAST}`, `"totalPoints":${pointsOf(LAST)}`]
      const reconnectInput = { ...SIGNED_IN, port: peerPort, version: LAST, contents }
      const [drainResults, published, peerUpdates] = await Promise.all([
        Promise.all(loads.map((load) => load.run('reconnectOnDrain', reconnectInput))),
        stopDrained(),
        peer.run('updates', UPDATES),
        drained.run('updates', UPDATES),
      ])
      const sumOf = (what: 'refusals' | 'disconnected' | 'older' | 'wrong'): number =>
        drainResults.reduce((sum, { result }) => sum + result[what], 0)
      const reconnectedAt = Math.max(...drainResults.map(({ result }) => result.reconnectedAt))
      const seconds = (reconnectedAt - published.result) / 1_000
      const { result: requestCounts } = await peer.run('requestCounts', undefined)
      logProgress(
        `${count} sockets reached the peer after ${seconds.toFixed(1)} s; ${sumOf('disconnected')} lost their connection first, ${sumOf('refusals')} were rejected and retried, ${sumOf('older')} older boards, ${sumOf('wrong')} wrong at the end, ${requestCounts.sessions} calls for sessions`,
      )
      reconnectSeconds.push(seconds)
      disconnected.push(sumOf('disconnected'))
      sessionCalls.push(requestCounts.sessions)
      refusals.push(sumOf('refusals'))
      wrongBoards.push(sumOf('older') + sumOf('wrong'))
      cpu['load generator'] = drainResults.reduce((sum, load) => sum + load.cpu, 0)
      cpu.peer = peerUpdates.cpu
      for (const load of loads) await load.run('close', undefined)
      await Promise.all([drained.stop(), peer.stop()])
    }
    const what = `${count.toLocaleString('en')} sockets of a stopped gateway move to its peer`
    const row = { row: 'F6', against: '–', load: cpu }
    return [
      absolute(
        { ...row, what: `${what}: stop signal → the last one has its board`, unit: 's' },
        atMost(15, 's'),
        spreadOf(reconnectSeconds),
      ),
      absolute(
        { ...row, what: `${what}: older or wrong boards`, unit: 'boards' },
        atMost(0, 'boards'),
        spreadOf(wrongBoards),
      ),
      absolute(
        { ...row, what: `${what}: rejected at first`, unit: 'sockets' },
        atMost(0, 'sockets'),
        spreadOf(refusals),
      ),
      absolute(
        { ...row, what: `${what}: without a connection meanwhile`, unit: 'sockets' },
        atMost(0, 'sockets'),
        spreadOf(disconnected),
      ),
      absolute({ ...row, what: `${what}: calls for sessions`, unit: 'calls' }, report, spreadOf(sessionCalls)),
    ]
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

export const f6: Row = {
  id: 'F6',
  name: 'a stopped gateway drains its sockets',
  run: forEachCrowd(drain),
}
