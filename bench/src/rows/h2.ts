import { alternate } from '../figures/alternate.ts'
import { atLeast, compared } from '../figures/figure.ts'
import { userIdOf } from '../game/groups.ts'
import { startProduct } from '../game/product-run.ts'
import type { LoadRequest } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 32
const FANS = 2_000
const PARTICIPANTS = 10_000

const bytesOf = async (url: string, { path, headers = {} }: LoadRequest): Promise<string> => {
  const reply = await fetch(`${url}${path}`, { headers })
  if (reply.status !== 200) throw new Error(`${url}${path} was answered with ${reply.status}`)
  return reply.text()
}

/** Both have to answer the same, else it is not the same read. */
const compareBytes = async (product: string, asked: LoadRequest[], bare: string, askedBare: LoadRequest[]) => {
  for (const index of [0, 1, FANS - 1]) {
    const [ours, theirs] = [asked[index], askedBare[index]]
    if (!ours || !theirs) throw new Error(`There is no fan ${index}`)
    const [answer, expected] = [await bytesOf(product, ours), await bytesOf(bare, theirs)]
    if (answer !== expected) throw new Error(`The baseline answers other bytes:\n${expected}\nnot\n${answer}`)
  }
}

export const h2: Row = {
  id: 'H2',
  name: 'a database-backed read through the gateway',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 2 : 5
    const bare = await startProcess<typeof import('../processes/bare-reads.ts').commands>('bare-reads')
    const starters = [0, 1].map(() => startProcess<typeof import('../processes/http-load.ts').commands>('http-load'))
    const [forProduct, forBare] = await Promise.all(starters)
    if (!forProduct || !forBare) throw new Error('There is no load generator')
    const product = await startProduct()
    try {
      tell(`filling ${PARTICIPANTS} participants`)
      const { weekendId } = await product.addGame({ participants: PARTICIPANTS, groups: 0, membersOfGroup: 0 }, 6)
      await product.signIn(FANS)
      const { result: bareUrl } = await bare.run('start', { url: product.tippingUrl, connections: 20 })
      const requestsOf = (headersOf: (number: number) => Record<string, string>): LoadRequest[] =>
        Array.from({ length: FANS }, (_, index) => ({
          method: 'GET',
          path: `/api/tips/${weekendId}`,
          headers: headersOf(index + 1),
        }))
      const requests = requestsOf((number) => ({ cookie: cookieOf(number) }))
      const bareRequests = requestsOf((number) => ({ 'x-user': userIdOf(number) }))
      await compareBytes(product.url, requests, bareUrl, bareRequests)
      await forProduct.run('prepare', requests)
      await forBare.run('prepare', bareRequests)

      const cpu: Record<string, number> = {}
      const measure = async (who: 'product' | 'baseline'): Promise<number> => {
        const isProduct = who === 'product'
        const [load, url] = isProduct ? [forProduct, product.url] : [forBare, bareUrl]
        const watching = isProduct ? product.host.run('watch', seconds * 1000) : bare.run('watch', seconds * 1000)
        const { result, cpu: used } = await load.run('load', { url, connections: CONNECTIONS, seconds })
        cpu[`load generator (${who})`] = used
        cpu[who] = (await watching).cpu
        const wrong = Object.keys(result.answers).filter((status) => status !== '200')
        if (wrong.length > 0) throw new Error(`${who} answered ${JSON.stringify(result.answers)}`)
        tell(`${who}: ${Math.round(result.perSecond)} reads/s, p99 ${result.p99} ms`)
        return result.perSecond
      }
      await measure('product')
      const reads = await alternate(rounds, {
        subject: () => measure('product'),
        baseline: () => measure('baseline'),
      })
      const what = `a fan's tips with their races (GET /api/tips/:weekendId) through the gateway, ${FANS.toLocaleString('en')} fans, ${CONNECTIONS} connections`
      const against = 'Fastify + pg: the same bytes by one prepared statement, without sign-in'
      return [compared({ row: 'H2', what, against, unit: 'reads/s', load: cpu }, atLeast(0.4), reads)]
    } finally {
      await Promise.all([bare.stop(), forProduct.stop(), forBare.stop()])
      await product.stop()
    }
  },
}
