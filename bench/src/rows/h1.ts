import { alternate, type Comparison } from '../figures/alternate.ts'
import { atLeast, compared, type Figure } from '../figures/figure.ts'
import { startProduct } from '../game/product-run.ts'
import type { Page } from '../processes/bare-page.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 32
/** By name the first and one of the last: on the top page of every board, and outside of it. */
const ON_THE_PAGE = 1
const OUTSIDE = 999
/** Two measurements of the same thing differ by so much; a board that grows with its participants by far more. */
const NOT_AT_ALL = 0.85

const NOT_KEPT = new Set(['date', 'connection', 'keep-alive', 'content-length', 'x-request-id'])

const fetchPage = async (url: string, path: string, fan: number): Promise<Page> => {
  const reply = await fetch(`${url}${path}`, { headers: { cookie: cookieOf(fan) } })
  if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}`)
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !NOT_KEPT.has(name)))
  return { path, body: await reply.text(), headers }
}

export const h1: Row = {
  id: 'H1',
  name: 'the top page of a leaderboard',
  async run({ rounds, quick, tell }) {
    const seconds = quick ? 2 : 3
    const sizes = quick ? [1_000, 2_000, 4_000] : [1_000, 10_000, 100_000, 1_000_000]
    const bare = await startProcess<typeof import('../processes/bare-page.ts').commands>('bare-page')
    const load = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
    const product = await startProduct()
    try {
      const boards: { participants: number; path: string }[] = []
      for (const participants of sizes) {
        tell(`filling ${participants} participants`)
        const { weekendId } = await product.addGame({ participants, groups: 0, membersOfGroup: 0 })
        boards.push({ participants, path: `/api/weekends/${weekendId}/leaderboard` })
      }
      await product.signIn(OUTSIDE)
      const { result: bareUrl } = await bare.run('start', undefined)
      const cpu: Record<string, number> = {}

      type Asked = { who: 'gateway' | 'Fastify'; path: string; fan: number; etag?: string | undefined }
      const measure = async ({ who, path, fan, etag }: Asked): Promise<number> => {
        const url = who === 'gateway' ? product.url : bareUrl
        const headers = { cookie: cookieOf(fan), ...(etag === undefined ? {} : { 'if-none-match': etag }) }
        await load.run('prepare', [{ method: 'GET', path, headers }])
        const watching =
          who === 'gateway' ? product.host.run('watch', seconds * 1000) : bare.run('watch', seconds * 1000)
        const { result, cpu: used } = await load.run('load', { url, connections: CONNECTIONS, seconds })
        cpu[`load generator (${who})`] = used
        cpu[who] = (await watching).cpu
        const expected = etag === undefined ? '200' : '304'
        if (Object.keys(result.answers).some((status) => status !== expected))
          throw new Error(`${who} answered ${JSON.stringify(result.answers)}, not ${expected}`)
        tell(`${who}, ${expected}, fan ${fan}: ${Math.round(result.perSecond)} requests/s, p99 ${result.p99} ms`)
        return result.perSecond
      }

      const figures: Figure[] = []
      const judge = (what: string, against: string, least: number, comparison: Comparison): void => {
        const row = { row: 'H1', what, against, unit: 'requests/s', load: { ...cpu } }
        figures.push(compared(row, atLeast(least), comparison))
        for (const name of Object.keys(cpu)) delete cpu[name]
      }
      const largest = boards.at(-1)
      const smallest = boards[0]
      if (!largest || !smallest) throw new Error('There is no board')
      const against = 'Fastify with the same settings, hooks and headers, answering the same bytes'
      for (const fan of [OUTSIDE, ON_THE_PAGE]) {
        const page = await fetchPage(product.url, largest.path, fan)
        await bare.run('keep', page)
        for (const etag of [undefined, page.headers.etag]) {
          const asked = { path: largest.path, fan, etag }
          await measure({ who: 'gateway', ...asked })
          const comparison = await alternate(rounds, {
            subject: () => measure({ who: 'gateway', ...asked }),
            baseline: () => measure({ who: 'Fastify', ...asked }),
          })
          const where = fan === OUTSIDE ? 'outside of the page, own row after it' : 'on the page'
          const kilobytes = Math.round(Buffer.byteLength(page.body) / 1024)
          const answer = etag === undefined ? `200, ${kilobytes} kB` : '304'
          const size = largest.participants.toLocaleString('en')
          judge(`top page of ${size} through the gateway, fan ${where}: ${answer}`, against, 0.8, comparison)
        }
      }
      for (const { participants, path } of boards.slice(1)) {
        const comparison = await alternate(rounds, {
          subject: () => measure({ who: 'gateway', path, fan: OUTSIDE }),
          baseline: () => measure({ who: 'gateway', path: smallest.path, fan: OUTSIDE }),
        })
        const [many, few] = [participants, smallest.participants].map((count) => count.toLocaleString('en'))
        judge(`growth: the same with ${many} participants`, `with ${few} participants`, NOT_AT_ALL, comparison)
      }
      return figures
    } finally {
      await Promise.all([bare.stop(), load.stop()])
      await product.stop()
    }
  },
}
