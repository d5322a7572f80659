import { absolute, atMost, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { startSockets } from '../sockets/audience.ts'
import { SIGNED_IN } from '../sockets/handshake-options.ts'
import { pointsOf } from '../sockets/stand-in-owners.ts'
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
  const each = count / LOADS
  const back: number[] = []
  const again: number[] = []
  const letGo: number[] = []
  const asked: number[] = []
  const wrong: number[] = []
  const cpu: Record<string, number> = {}
  try {
    for (let round = 0; round < rounds; round += 1) {
      const start = () => startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
      const [leaving, peer] = await Promise.all([start(), start()])
      const { result: port } = await leaving.run('start', count)
      const { result: peerPort } = await peer.run('start', count)
      for (const [index, load] of loads.entries())
        await load.run('open', { ...SIGNED_IN, port, count: each, from: 1 + index * each })
      const leave = async () => {
        await leaving.run('watch', BEFORE_MS)
        return leaving.run('leave', undefined)
      }
      const holds = [`"version":${LAST}`, `"totalPoints":${pointsOf(LAST)}`]
      const comeBack = { ...SIGNED_IN, port: peerPort, version: LAST, holds }
      const [came, published, updated] = await Promise.all([
        Promise.all(loads.map((load) => load.run('comeBack', comeBack))),
        leave(),
        peer.run('updates', UPDATES),
        leaving.run('updates', UPDATES),
      ])
      const sumOf = (what: 'refusals' | 'letGo' | 'older' | 'wrong'): number =>
        came.reduce((sum, { result }) => sum + result[what], 0)
      const backAt = Math.max(...came.map(({ result }) => result.backAt))
      const seconds = (backAt - published.result) / 1_000
      const { result: questions } = await peer.run('asked', undefined)
      logProgress(
        `${count} sockets are at the twin after ${seconds.toFixed(1)} s; ${sumOf('letGo')} were let go before, ${sumOf('refusals')} knocked again, ${sumOf('older')} older boards, ${sumOf('wrong')} wrong at the end, ${questions.sessions} questions for sessions`,
      )
      back.push(seconds)
      letGo.push(sumOf('letGo'))
      asked.push(questions.sessions)
      again.push(sumOf('refusals'))
      wrong.push(sumOf('older') + sumOf('wrong'))
      cpu['load generator'] = came.reduce((sum, load) => sum + load.cpu, 0)
      cpu.peer = updated.cpu
      for (const load of loads) await load.run('close', undefined)
      await Promise.all([leaving.stop(), peer.stop()])
    }
    const what = `${count.toLocaleString('en')} sockets of a gateway that is stopped move to its twin`
    const row = { row: 'F6', against: '–', load: cpu }
    return [
      absolute(
        { ...row, what: `${what}: told to stop → the last one is shown its board`, unit: 's' },
        atMost(15, 's'),
        spreadOf(back),
      ),
      absolute(
        { ...row, what: `${what}: boards that were older or wrong`, unit: 'boards' },
        atMost(0, 'boards'),
        spreadOf(wrong),
      ),
      absolute({ ...row, what: `${what}: had to knock again`, unit: 'sockets' }, atMost(0, 'sockets'), spreadOf(again)),
      absolute(
        { ...row, what: `${what}: were without a connection meanwhile`, unit: 'sockets' },
        atMost(0, 'sockets'),
        spreadOf(letGo),
      ),
      absolute({ ...row, what: `${what}: calls that ask for sessions`, unit: 'calls' }, report, spreadOf(asked)),
    ]
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

export const f6: Row = {
  id: 'F6',
  name: 'a gateway hands its sockets over',
  run: forEachCrowd(drain),
}
