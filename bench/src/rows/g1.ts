import { alternate } from '../figures/alternate.ts'
import { atLeast, compared } from '../figures/figure.ts'
import { foundGroups } from '../game/found-groups.ts'
import { startProduct } from '../game/product-run.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 16
const GROUPS_OF_A_FAN = 20
const FEW = 5

/** Founded by the first fan, joined by those after; every group of the game has the same people. */
const groupsOf = (first: number, members: number) =>
  Array.from({ length: GROUPS_OF_A_FAN }, (_, index) => ({
    number: first + index,
    members: Array.from({ length: members }, (_, place) => first + place),
    useCustomPointSystem: false,
    preventPointsUntilApproved: false,
    autoApproveInvites: true,
  }))

/** What the groups page asks: one call of each service that knows something of groups. */
export const g1: Row = {
  id: 'G1',
  name: 'the page of a fan’s groups',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 2 : 5
    const many = quick ? 100 : 1_000
    const starters = [0, 1].map(() => startProcess<typeof import('../processes/http-load.ts').commands>('http-load'))
    const [ofLarge, ofSmall] = await Promise.all(starters)
    if (!ofLarge || !ofSmall) throw new Error('There is no load generator')
    const product = await startProduct()
    try {
      const { weekendId } = await product.addGame({ participants: 10, groups: 0, membersOfGroup: 0 })
      await product.signIn(FEW + many)
      tell(`founding ${GROUPS_OF_A_FAN} groups of ${FEW} and of ${many}`)
      const [small, large] = [1, FEW + 1]
      await foundGroups(product.url, weekendId, [...groupsOf(small, FEW), ...groupsOf(large, many)])
      const paths = ['/api/groups/overview', `/api/groups/leaderboards/${weekendId}`]
      const pageOf = (fan: number) =>
        paths.map((path) => ({ method: 'GET' as const, path, headers: { cookie: cookieOf(fan) } }))
      await ofSmall.run('prepare', pageOf(small))
      await ofLarge.run('prepare', pageOf(large))
      const cpu: Record<string, number> = {}
      const measure = async (who: 'large groups' | 'small groups'): Promise<number> => {
        const load = who === 'large groups' ? ofLarge : ofSmall
        const watching = product.host.run('watch', seconds * 1000)
        const { result } = await load.run('load', { url: product.url, connections: CONNECTIONS, seconds })
        cpu[`product (${who})`] = (await watching).cpu
        const wrong = Object.keys(result.answers).filter((status) => status !== '200')
        if (wrong.length > 0) throw new Error(`answered ${JSON.stringify(result.answers)}`)
        tell(`${who}: ${Math.round(result.perSecond)} requests/s, p99 ${result.p99} ms`)
        return result.perSecond
      }
      await measure('small groups')
      const pages = await alternate(rounds, {
        subject: () => measure('large groups'),
        baseline: () => measure('small groups'),
      })
      const what = `the calls of the groups page (groups with invitations, and where one stands in them) for a fan in ${GROUPS_OF_A_FAN} groups of ${many.toLocaleString('en')}`
      const against = `the same in ${GROUPS_OF_A_FAN} groups of ${FEW}`
      return [compared({ row: 'G1', what, against, unit: 'requests/s', load: cpu }, atLeast(0.8), pages)]
    } finally {
      await Promise.all([ofLarge.stop(), ofSmall.stop()])
      await product.stop()
    }
  },
}
