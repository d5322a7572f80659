import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared, type Figure, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProduct } from '../game/product-run.ts'
import { type Answer, attack, attacksOn, slowForms, type Target } from '../hostile/attack.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const FANS = 2_000
const TIPS_A_SECOND = 40
const TIP_CONNECTIONS = 8
const SLOW_FORMS = 20
const AT_ONCE = 10
const SOON_MS = 2_000

const named = ({ what, path, status, ms, says }: Answer): string =>
  `${what} (${path.replace(/\d+|\?.*/g, '')}): ${status} after ${Math.round(ms)} ms${says && `, “${says}”`}`

/** Refused in words, or read: some of what is sent is a sheet or a text, if no sensible one. */
const isAnswered = ({ status, says }: Answer): boolean =>
  status === 200 || (says !== '' && (status < 500 || status === 503))

/** Tips beside files that are made to hurt whoever reads them. */
export const i2: Row = {
  id: 'I2',
  name: 'tips beside hostile files',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 5 : 15
    const product = await startProduct()
    const tips = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
    try {
      const { url, raceControl } = product
      const target: Target = { url, cookie: raceControl.cookie }
      await product.signIn(FANS)
      const { weekendId, carIds, raceIds } = await raceControl.addWeekend(1)
      const fans = Array.from({ length: FANS }, (_, index) => index + 1)
      // Another car each time round: every tip writes.
      const tipping = carIds.flatMap((carId) =>
        fans.map((fan) => ({
          method: 'POST' as const,
          path: '/api/tips',
          headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) },
          body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
        })),
      )
      const isTaken = async () => {
        const first = tipping[0]
        return first ? (await fetch(`${url}${first.path}`, first)).status < 300 : false
      }
      await waitFor('the first tip', isTaken, 30_000)
      await tips.run('prepare', tipping)
      const attacks = attacksOn({ weekendId, raceId: raceIds[0] ?? 0 })
      const answers: Answer[] = []

      const alone: Answer[] = []
      for (const one of attacks) {
        const answer = await attack(target, one)
        alone.push(answer)
        tell(named(answer))
      }
      const costly = alone.toSorted((one, other) => other.ms - one.ms).slice(0, AT_ONCE)
      const together: Answer[] = await Promise.all(costly.map((one) => attack(target, one)))
      for (const answer of together) tell(`at once: ${named(answer)}`)

      const tip = async (): Promise<number> => {
        const { result } = await tips.run('load', {
          ...{ url, seconds, connections: TIP_CONNECTIONS, perSecond: TIPS_A_SECOND },
        })
        const wrong = Object.keys(result.answers).filter((status) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`tips were answered ${JSON.stringify(result.answers)}`)
        return result.p99
      }
      const beside = async (): Promise<number> => {
        const end = slowForms(target, attacks[0]?.path ?? '', SLOW_FORMS)
        let isOver = false
        const storm = async () => {
          while (!isOver) for (const one of attacks) if (!isOver) answers.push(await attack(target, one))
        }
        const storming = storm()
        const p99 = await tip()
        isOver = true
        end()
        await storming
        tell(`tips p99 ${p99} ms beside`)
        return p99
      }
      const p99 = await alternate(rounds, { subject: beside, baseline: tip })
      const wrong = [...alone, ...together, ...answers].filter((answer) => !isAnswered(answer))
      const notes = [...new Set(wrong.map(named))]
      const slowest = (of: Answer[]) => spreadOf([Math.max(...of.map(({ ms }) => ms))])
      const count = `${attacks.length} hostile files, forms and texts`
      const figure = (what: string, unit: string) => ({ row: 'I2', what, against: '–', unit })
      return [
        absolute(
          figure(`${count}, one after another: the last answer to one`, 'ms'),
          atMost(SOON_MS, 'ms'),
          slowest(alone),
        ),
        absolute(
          figure(`the ${AT_ONCE} costliest of them at once: the last answer`, 'ms'),
          atMost(SOON_MS, 'ms'),
          slowest(together),
        ),
        absolute(
          { ...figure(`${count}: not answered in words`, 'answers'), notes },
          atMost(0, 'answers'),
          spreadOf([wrong.length]),
        ),
        compared(
          {
            ...{
              row: 'I2',
              what: `${TIPS_A_SECOND} tips a second beside them, one after another, and ${SLOW_FORMS} forms that come byte by byte: p99`,
            },
            ...{ against: 'the same, quiet', unit: 'ms' },
          },
          report,
          p99,
        ),
      ] satisfies Figure[]
    } finally {
      await tips.stop()
      await product.stop()
    }
  },
}
