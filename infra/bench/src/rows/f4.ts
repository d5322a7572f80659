import { alternate } from '../figures/alternate.ts'
import { absolute, atLeast, atMost, compared, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { GREETED, WITHOUT_SESSION } from '../sockets/handshake-options.ts'
import { forEachCrowd } from './crowds.ts'
import type { Row, RowContext } from './row.ts'

/** Opens all sockets concurrently on a server without cached sessions. */
const reconnectAll = async (count: number, { rounds, logProgress }: RowContext): Promise<Figure[]> => {
  const load = await startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')
  const queries: number[] = []
  const otherRequests: number[] = []
  const cpu: Record<string, number> = {}

  const reconnect = async (who: string, opening: typeof GREETED | typeof WITHOUT_SESSION, port: number) => {
    const opened = await load.run('open', { ...opening, port, count, concurrency: count })
    cpu[`sockets of ${who}`] = opened.cpu
    const perSecond = count / (opened.result.ms / 1_000)
    logProgress(`${who}: ${Math.round(perSecond).toLocaleString('en')} handshakes/s`)
    await load.run('close', undefined)
    return perSecond
  }
  /** Measures a gateway that has just started: its channels are loaded, its session cache is empty. */
  const measureGateway = async (): Promise<number> => {
    const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
    const { result: port } = await gateway.run('start', count)
    const { result: before } = await gateway.run('requestCounts', undefined)
    const perSecond = await reconnect('gateway', GREETED, port)
    const { result: after } = await gateway.run('requestCounts', undefined)
    queries.push(after.sessions - before.sessions)
    otherRequests.push(after.otherRequests - before.otherRequests)
    await gateway.stop()
    return perSecond
  }
  const measureBare = async (): Promise<number> => {
    const bare = await startProcess<typeof import('../processes/bare-sockets.ts').commands>('bare-sockets')
    const { result: port } = await bare.run('start', undefined)
    const perSecond = await reconnect('ws', WITHOUT_SESSION, port)
    await bare.stop()
    return perSecond
  }
  try {
    const handshakes = await alternate(rounds, { subject: measureGateway, baseline: measureBare })
    const what = `${count.toLocaleString('en')} sockets connect at once, signed in, to a gateway that has just started`
    const row = { row: 'F4', against: 'bare ws handshakes' }
    const most = Math.ceil(count / 500)
    return [
      compared({ ...row, what, unit: 'handshakes/s', load: cpu }, atLeast(0.5), handshakes),
      absolute(
        { ...row, what: `${what}: calls for sessions`, against: '–', unit: 'calls' },
        atMost(most, 'calls'),
        spreadOf(queries),
      ),
      absolute(
        { ...row, what: `${what}: other calls until all are connected`, against: '–', unit: 'calls' },
        atMost(0, 'calls'),
        spreadOf(otherRequests),
      ),
    ]
  } finally {
    await load.stop()
  }
}

export const f4: Row = {
  id: 'F4',
  name: 'all sockets reconnect',
  run: forEachCrowd(reconnectAll),
}
