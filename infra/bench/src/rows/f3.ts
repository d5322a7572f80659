import { alternate } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import type { Memory } from '../processes/settled-memory.ts'
import { startProcess } from '../processes/start-process.ts'
import { SIGNED_IN, WITHOUT_SESSION } from '../sockets/handshake-options.ts'
import type { Row } from './row.ts'

const GC = { nodeArguments: ['--expose-gc'] }

export const f3: Row = {
  id: 'F3',
  name: 'memory of an idle socket',
  async run({ rounds, quick, logProgress }) {
    const count = quick ? 1_000 : 5_000
    const load = await startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')
    const heaps: Record<string, string> = {}

    const kilobytes = (who: string, before: Memory, after: Memory): number => {
      const perSocket = (part: keyof Memory) => (after[part] - before[part]) / count / 1024
      heaps[who] = `${who}: ${perSocket('heap').toFixed(1)} kB of it heap and buffers`
      logProgress(
        `${who}: ${perSocket('rss').toFixed(1)} kB a socket, ${perSocket('heap').toFixed(1)} kB of it heap and buffers`,
      )
      return perSocket('rss')
    }
    const measureGateway = async (): Promise<number> => {
      const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway', GC)
      const { result: port } = await gateway.run('start', count)
      const { result: before } = await gateway.run('memory', undefined)
      await load.run('open', { ...SIGNED_IN, port, count })
      const { result: after } = await gateway.run('memory', undefined)
      await load.run('close', undefined)
      await gateway.stop()
      return kilobytes('gateway', before, after)
    }
    const measureBare = async (): Promise<number> => {
      const bare = await startProcess<typeof import('../processes/bare-sockets.ts').commands>('bare-sockets', GC)
      const { result: port } = await bare.run('start', undefined)
      const { result: before } = await bare.run('memory', undefined)
      await load.run('open', { ...WITHOUT_SESSION, port, count })
      const { result: after } = await bare.run('memory', undefined)
      await load.run('close', undefined)
      await bare.stop()
      return kilobytes('ws', before, after)
    }
    try {
      const memory = await alternate(rounds, { subject: measureGateway, baseline: measureBare })
      const what = `resident memory of an idle socket, signed in as a fan of its own and subscribed, of ${count.toLocaleString('en')} in a fresh process`
      const against = 'bare ws'
      return [compared({ row: 'F3', what, against, unit: 'kB', notes: Object.values(heaps) }, atMost(1.5), memory)]
    } finally {
      await load.stop()
    }
  },
}
