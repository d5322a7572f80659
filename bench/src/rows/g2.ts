import type { Group } from '@purple-sector/contracts/groups/http'
import { alternate } from '../figures/alternate.ts'
import { absolute, compared, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { callAs } from '../game/found-groups.ts'
import { startProduct } from '../game/product-run.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 32
const FANS = 2_000
const FOUNDERS = 20
const JOINS_A_SECOND = 100

/** Tips of all fans while others come into groups: what the tips of a rush lose by it. */
export const g2: Row = {
  id: 'G2',
  name: 'joins beside the tips rush',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 3 : 5
    const newcomers = 2 * JOINS_A_SECOND * seconds * (rounds + 2)
    const load = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
    const product = await startProduct()
    try {
      const { weekendId, carIds } = await product.addGame({ participants: 10, groups: 0, membersOfGroup: 0 })
      await product.signIn(FANS + newcomers)
      const groups: Group[] = []
      for (let fan = 1; fan <= FOUNDERS; fan++)
        groups.push((await callAs(product.url, '/api/groups', fan, { name: `Group ${fan}`, weekendId })) as Group)
      // Another car each time round: every request writes.
      const tips = carIds.flatMap((carId) =>
        Array.from({ length: FANS }, (_, index) => ({
          method: 'POST' as const,
          path: '/api/tips',
          headers: { 'content-type': 'application/json', origin: product.url, cookie: cookieOf(index + 1) },
          body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
        })),
      )
      await load.run('prepare', tips)

      let next = FANS
      let failed = 0
      const comeIn = async (): Promise<void> => {
        const fan = ++next
        const group = groups[fan % FOUNDERS]
        if (!group) return
        const call = callAs(product.url, `/api/groups/join/${group.inviteCode}`, fan)
        await call.catch(() => failed++)
      }
      const p99s: Record<string, number[]> = { with: [], without: [] }
      const measure = async (isBusy: boolean): Promise<number> => {
        const before = next
        const under: Promise<void>[] = []
        const pace = isBusy ? setInterval(() => under.push(comeIn()), 1000 / JOINS_A_SECOND) : undefined
        const { result } = await load.run('load', { url: product.url, connections: CONNECTIONS, seconds })
        clearInterval(pace)
        await Promise.all(under)
        const wrong = Object.keys(result.answers).filter((status) => !status.startsWith('2'))
        if (wrong.length > 0) throw new Error(`answered ${JSON.stringify(result.answers)}`)
        p99s[isBusy ? 'with' : 'without']?.push(result.p99)
        tell(`${next - before} came in: ${Math.round(result.perSecond)} tips/s, p99 ${result.p99} ms`)
        return result.perSecond
      }
      await measure(false)
      const goodput = await alternate(rounds, { subject: () => measure(true), baseline: () => measure(false) })
      if (failed > 0) throw new Error(`${failed} could not come in`)
      const beside = `${JOINS_A_SECOND} joins a second`
      const what = `tips through the gateway, ${CONNECTIONS} connections, beside ${beside}`
      return [
        compared({ row: 'G2', what, against: 'the same without them', unit: 'tips/s' }, report, goodput),
        absolute(
          {
            row: 'G2',
            what: `${what}: p99`,
            against: '–',
            unit: 'ms',
            notes: [`without: ${p99s.without?.join(', ')} ms`],
          },
          report,
          spreadOf(p99s.with ?? []),
        ),
      ]
    } finally {
      await load.stop()
      await product.stop()
    }
  },
}
