import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { type DistributedProduct, startDistributedProduct, startNativeInfrastructure } from '@purple-sector/native'
import { silentLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { alternate } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import { signInToRaceControl } from '../game/race-control.ts'
import { signInFans } from '../game/sign-in-fans.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const FANS = 2_000
const TIPS_A_SECOND = 40
const TIP_CONNECTIONS = 8
const CHAT_CONNECTIONS = 64
const STORM_CONNECTIONS = 640
const STORM = 5
/** The processes of chat run half of each of these. */
const DUTY_MS = 40

/** Lets the processes of chat run for half of the time; stops doing so when called. */
const holdToHalf = (product: DistributedProduct): (() => Promise<void>) => {
  const names = product.names.filter((name) => name === 'chat' || name.startsWith('chat-'))
  const tell = (signal: NodeJS.Signals) => Promise.all(names.map((name) => product.kill(name, signal)))
  let isHeld = false
  const turns = setInterval(() => {
    isHeld = !isHeld
    void tell(isHeld ? 'SIGSTOP' : 'SIGCONT')
  }, DUTY_MS / 2)
  return async () => {
    clearInterval(turns)
    await tell('SIGCONT')
  }
}

/** Tips beside a chat that is offered far more than it can take. */
export const i1: Row = {
  id: 'I1',
  name: 'tips beside a chat beyond its saturation',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 5 : 15
    const infrastructure = await startNativeInfrastructure({ log: silentLogger() })
    const folder = await temporaryFolder('bench-i1')
    const product = await startDistributedProduct({
      infrastructure,
      log: silentLogger(),
      logFolder: join(folder.path, 'logs'),
      replicas: { gateway: 1, 'scoring-worker': 1 },
      settings: { LIMIT_WRITES: '1000000', LIMIT_MESSAGES: '1000000' },
    })
    const [url = ''] = product.gateways
    const identity = openDatabase({ url: infrastructure.databaseUrl, schema: 'identity', maxConnections: 1 })
    const tips = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
    const chat = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
    const release = holdToHalf(product)
    try {
      await signInFans(identity, FANS)
      const raceControl = await signInToRaceControl({ url, administrator: product.admin })
      const { weekendId, carIds } = await raceControl.addWeekend(1)
      const headersOf = (fan: number) => ({
        'content-type': 'application/json',
        origin: url,
        cookie: cookieOf(fan),
      })
      const each = <T>(make: (fan: number) => T): T[] => Array.from({ length: FANS }, (_, index) => make(index + 1))
      const post = { method: 'POST' as const }
      // Another car each time round: every tip writes.
      const tipping = carIds.flatMap((carId) =>
        each((fan) => ({
          ...post,
          path: '/api/tips',
          headers: headersOf(fan),
          body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
        })),
      )
      const writing = each((fan) => ({
        ...post,
        path: `/api/weekends/${weekendId}/chat`,
        headers: headersOf(fan),
        body: JSON.stringify({ message: 'What a move into turn one, they went three wide and all came out of it!' }),
      }))
      const isTaken = async () => {
        const first = tipping[0]
        return first ? (await fetch(`${url}${first.path}`, first)).status < 300 : false
      }
      await waitFor('the first tip', isTaken, 30_000)
      await tips.run('prepare', tipping)
      await chat.run('prepare', writing)
      const tip = async (): Promise<number> => {
        const { result } = await tips.run('load', {
          url,
          connections: TIP_CONNECTIONS,
          seconds,
          perSecond: TIPS_A_SECOND,
        })
        const wrong = Object.keys(result.answers).filter((status) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`tips were answered ${JSON.stringify(result.answers)}`)
        return result.p99
      }
      await tip()
      const { result: full } = await chat.run('load', { url, connections: CHAT_CONNECTIONS, seconds })
      const saturation = Math.round(full.perSecond)
      tell(`chat takes ${saturation} messages/s`)
      const notes: string[] = []
      const beside = async (): Promise<number> => {
        const storm = chat.run('load', {
          url,
          connections: STORM_CONNECTIONS,
          seconds: seconds + 1,
          perSecond: STORM * saturation,
        })
        const p99 = await tip()
        const { answers } = (await storm).result
        const line = `tips p99 ${p99} ms; chat answered ${JSON.stringify(answers)}`
        tell(line)
        notes.push(line)
        return p99
      }
      const p99 = await alternate(rounds, { subject: beside, baseline: tip })
      const what = `${TIPS_A_SECOND} tips a second beside ${STORM} × the ${saturation} messages/s that chat takes on half a core: p99`
      return [compared({ row: 'I1', what, against: 'the same, quiet', unit: 'ms', notes }, atMost(2), p99)]
    } finally {
      await release()
      await tips.stop()
      await chat.stop()
      await identity.destroy()
      await product.stop()
      await infrastructure.stop()
      await folder.remove()
    }
  },
}
