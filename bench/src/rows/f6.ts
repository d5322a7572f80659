import { absolute, atMost, type Figure } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import { SIGNED_IN } from '../sockets/openings.ts'
import { pointsOf } from '../sockets/stand-in-owners.ts'
import { forEachCrowd } from './crowds.ts'
import type { Row, RowContext } from './row.ts'

/** The board goes on while sockets move, and once more when they all should be there. */
const UPDATES = { perSecond: 0.5, seconds: 24 }
const LAST = 1 + UPDATES.perSecond * UPDATES.seconds
const BEFORE_MS = 2_000

/** A gateway is stopped: its sockets move to its twin. */
const handOver = async (count: number, { rounds, tell }: RowContext): Promise<Figure[]> => {
  const load = await startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')
  const back: number[] = []
  const again: number[] = []
  const letGo: number[] = []
  const asked: number[] = []
  const wrong: number[] = []
  const cpu: Record<string, number> = {}
  try {
    for (let round = 0; round < rounds; round += 1) {
      const start = () => startProcess<typeof import('../processes/live-gateway.ts').commands>('live-gateway')
      const [leaving, twin] = await Promise.all([start(), start()])
      const { result: port } = await leaving.run('start', count)
      const { result: twinPort } = await twin.run('start', count)
      await load.run('open', { ...SIGNED_IN, port, count })
      const leave = async () => {
        await leaving.run('watch', BEFORE_MS)
        return leaving.run('leave', undefined)
      }
      const holds = [`"version":${LAST}`, `"totalPoints":${pointsOf(LAST)}`]
      const [came, told, updated] = await Promise.all([
        load.run('comeBack', { ...SIGNED_IN, port: twinPort, version: LAST, holds }),
        leave(),
        twin.run('updates', UPDATES),
        leaving.run('updates', UPDATES),
      ])
      const { backAt, refusals, older, wrong: unlike } = came.result
      const seconds = (backAt - told.result) / 1_000
      const { result: questions } = await twin.run('asked', undefined)
      tell(
        `${count} sockets are at the twin after ${seconds.toFixed(1)} s; ${came.result.letGo} were let go before, ${refusals} knocked again, ${older} older boards, ${unlike} wrong at the end, ${questions.sessions} questions for sessions`,
      )
      back.push(seconds)
      letGo.push(came.result.letGo)
      asked.push(questions.sessions)
      again.push(refusals)
      wrong.push(older + unlike)
      cpu['load generator'] = came.cpu
      cpu.twin = updated.cpu
      await load.run('close', undefined)
      await Promise.all([leaving.stop(), twin.stop()])
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
      absolute(
        { ...row, what: `${what}: calls that ask for sessions`, unit: 'calls' },
        atMost(Math.ceil(count / 500), 'calls'),
        spreadOf(asked),
      ),
    ]
  } finally {
    await load.stop()
  }
}

export const f6: Row = {
  id: 'F6',
  name: 'a gateway hands its sockets over',
  run: forEachCrowd(handOver),
}
