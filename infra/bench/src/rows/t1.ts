import { absolute, atMost } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { startSockets } from '../sockets/audience.ts'
import { SIGNED_IN, TIMING_CHANGES } from '../sockets/handshake-options.ts'
import type { Row } from './row.ts'

const CARS = 60
const PER_SECOND = 5
/** Warm-up, after which buffers are allocated and code is compiled. */
const WARM_S = 10
/** Time after the last snapshot: a tick, and the delivery. */
const AFTERWARDS_MS = 1_000
const MB = 1_048_576
/** One in a hundred sockets belongs to a client that receives full snapshots. */
const SOCKETS_PER_FULL_SOCKET = 100

export const t1: Row = {
  id: 'T1',
  name: 'live timing to all sockets',
  /** Measured once, because half an hour shows the variation of rounds. */
  async run({ quick, logProgress }) {
    const count = quick ? 2_000 : 5_000
    const seconds = quick ? 60 : 1_800
    const fullSockets = count / SOCKETS_PER_FULL_SOCKET
    const load = await startSockets()
    const fullLoad = await startSockets()
    const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway', {
      nodeArguments: ['--expose-gc'],
    })
    try {
      const { result: port } = await gateway.run('start', count)
      await load.run('open', { ...TIMING_CHANGES, port, count })
      await fullLoad.run('open', { ...SIGNED_IN, port, count: fullSockets })
      const session = { cars: CARS, perSecond: PER_SECOND }
      await gateway.run('timing', { ...session, seconds: WARM_S })
      const { result: before } = await gateway.run('memory', undefined)
      const forMs = seconds * 1_000 + AFTERWARDS_MS
      const [deltas, fulls, sent] = await Promise.all([
        load.run('timed', forMs),
        fullLoad.run('timed', forMs),
        gateway.run('timing', { ...session, seconds }),
      ])
      const { result: after } = await gateway.run('memory', undefined)
      const { frames, bytes, maxInASecond, p50Ms, p99Ms, slowestMs } = deltas.result
      const grownMb = (after.rss - before.rss) / MB
      const kbASecond = (published: { bytes: number }, sockets: number) =>
        (published.bytes / 1_000 / sockets / seconds).toFixed(1)
      const line = `${(frames / count / seconds).toFixed(2)} frames a second a socket, ${Math.round(bytes / Math.max(1, frames))} bytes each; ${kbASecond(deltas.result, count)} kB a second a socket, ${kbASecond(fulls.result, fullSockets)} kB to each of ${fullSockets} more that receive full snapshots; snapshot to socket ${p50Ms} ms at p50, ${slowestMs} ms at most; gateway ${Math.round(before.rss / MB)} MB before, ${Math.round(after.rss / MB)} MB after`
      logProgress(line)
      const what = `${CARS} cars, ${PER_SECOND} snapshots a second for ${seconds} s to ${count.toLocaleString('en')} sockets`
      const row = { row: 'T1', against: '–', load: { 'load generator': deltas.cpu, gateway: sent.cpu }, notes: [line] }
      return [
        absolute(
          { ...row, what: `${what}: most frames within any one second at a socket`, unit: 'frames' },
          atMost(10, 'frames'),
          spreadOf([maxInASecond]),
        ),
        absolute(
          { ...row, notes: [], what: `${what}: snapshot to socket, p99`, unit: 'ms' },
          atMost(500, 'ms'),
          spreadOf([p99Ms]),
        ),
        absolute(
          { ...row, notes: [], what: `${what}: CPU of the gateway, of one core`, unit: 'cores' },
          atMost(0.6, 'cores'),
          spreadOf([sent.cpu]),
        ),
        absolute(
          { ...row, notes: [], what: `${what}: growth of the gateway's memory`, unit: 'MB' },
          atMost(20, 'MB'),
          spreadOf([grownMb]),
        ),
      ]
    } finally {
      await load.stop()
      await fullLoad.stop()
      await gateway.stop()
    }
  },
}
