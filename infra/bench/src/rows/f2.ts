import { absolute, atLeast, atMost } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { SIGNED_IN } from '../sockets/handshake-options.ts'
import type { Row } from './row.ts'

const PER_SECOND = 50
/** Time after the last update: a tick, and the delivery. */
const AFTERWARDS_MS = 1_500

export const f2: Row = {
  id: 'F2',
  name: '50 board updates a second into one channel',
  async run({ rounds, quick, logProgress }) {
    const count = quick ? 100 : 500
    const seconds = quick ? 3 : 10
    const load = await startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')
    const max: number[] = []
    const final: number[] = []
    const cpu: Record<string, number> = {}
    try {
      for (let round = 0; round < rounds; round += 1) {
        const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
        const { result: port } = await gateway.run('start', count)
        await load.run('open', { ...SIGNED_IN, port, count })
        const last = 1 + PER_SECOND * seconds
        const [seen, published] = await Promise.all([
          load.run('frames', {
            ms: seconds * 1_000 + AFTERWARDS_MS,
            final: ['leaderboard_update', 'my_standing'].map((type) => [`"${type}"`, `"version":${last}`]),
          }),
          gateway.run('updates', { perSecond: PER_SECOND, seconds }),
        ])
        cpu['load generator'] = seen.cpu
        cpu.gateway = published.cpu
        const { maxInASecond, withFinalState, frames } = seen.result
        logProgress(`${frames} frames, at most ${maxInASecond} a second; final state at ${withFinalState * 100} %`)
        max.push(maxInASecond)
        final.push(withFinalState)
        await load.run('close', undefined)
        await gateway.stop()
      }
      const what = `${PER_SECOND} board updates a second for ${seconds} s into a channel of ${count}, each changes every fan's own row`
      const row = { row: 'F2', against: '–', load: cpu }
      return [
        absolute(
          { ...row, what: `${what}: most frames within any one second at any socket`, unit: 'frames' },
          atMost(10, 'frames'),
          spreadOf(max),
        ),
        absolute(
          { ...row, what: `${what}: sockets whose last frames are the final state`, unit: '%' },
          atLeast(100, '%'),
          spreadOf(final.map((share) => share * 100)),
        ),
      ]
    } finally {
      await load.stop()
    }
  },
}
