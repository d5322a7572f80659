import { absolute, atMost, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { SIGNED_IN } from '../sockets/handshake-options.ts'
import { forEachCrowd } from './crowds.ts'
import type { Row, RowContext } from './row.ts'

const PER_SECOND = 30
/** Time for late duplicates to arrive. */
const AFTERWARDS_MS = 2_000

const storm = async (count: number, { rounds, quick, logProgress }: RowContext): Promise<Figure[]> => {
  const seconds = quick ? 5 : 60
  const load = await startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')
  const gateway = await startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
  const lastMessageMs: number[] = []
  const faultyMessages: number[] = []
  const cpu: Record<string, number> = {}
  const notes: string[] = []
  try {
    const { result: port } = await gateway.run('start', count)
    for (let round = 0; round < rounds; round += 1) {
      // A gateway sends no message twice, so each round has new ids.
      const first = 1 + round * PER_SECOND * seconds
      await load.run('open', { ...SIGNED_IN, port, count })
      const [streamed, sent] = await Promise.all([
        load.run('stream', { first, last: first + PER_SECOND * seconds - 1, afterwardsMs: AFTERWARDS_MS }),
        gateway.run('chat', { first, perSecond: PER_SECOND, seconds }),
      ])
      const { lost, duplicates, outOfOrder, slowestMs, lastP99Ms } = streamed.result
      const line = `last message ${Math.round(lastP99Ms)} ms at p99, slowest of all ${Math.round(slowestMs)} ms; lost ${lost}, doubled ${duplicates}, out of order ${outOfOrder}`
      logProgress(line)
      notes.push(line)
      lastMessageMs.push(lastP99Ms)
      faultyMessages.push(lost + duplicates + outOfOrder)
      cpu['load generator'] = streamed.cpu
      cpu.gateway = sent.cpu
      await load.run('close', undefined)
    }
    const what = `${PER_SECOND} messages a second for ${seconds} s into one channel of ${count.toLocaleString('en')} sockets`
    const row = { row: 'F5', against: '–', load: cpu, notes }
    return [
      absolute(
        { ...row, what: `${what}: sent → the last one is at every socket, p99`, unit: 'ms' },
        atMost(1_000, 'ms'),
        spreadOf(lastMessageMs),
      ),
      absolute(
        { ...row, notes: [], what: `${what}: messages lost, doubled or out of order`, unit: 'messages' },
        atMost(0, 'messages'),
        spreadOf(faultyMessages),
      ),
    ]
  } finally {
    await load.stop()
    await gateway.stop()
  }
}

export const f5: Row = {
  id: 'F5',
  name: 'a storm of messages into one chat',
  run: forEachCrowd(storm),
}
