import { alternate } from '../figures/alternate.ts'
import { atLeast, compared, type Figure } from '../figures/figure.ts'
import type { ProductRun } from '../game/product-run.ts'
import type { Page } from '../processes/bare-page.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import type { RowContext } from './row.ts'

const CONNECTIONS = 32
const AT_LEAST = 0.85
const BARE = 'Fastify in the same process with the same settings, hooks and headers, answering the same bytes'

const OMITTED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'x-request-id'])

const fetchPage = async (url: string, path: string, fan: number): Promise<Page> => {
  const reply = await fetch(`${url}${path}`, { headers: { cookie: cookieOf(fan) } })
  if (reply.status !== 200) throw new Error(`${path} was answered with status ${reply.status}`)
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !OMITTED_HEADERS.has(name)))
  return { path, body: await reply.text(), headers }
}

type PageRequest = { who: 'gateway' | 'Fastify'; path: string; fan: number; etag?: string | undefined }

/** Compares replies from a gateway's memory with the same bytes of a bare Fastify, under the same load. */
export const pagesAgainstBare = async ({
  row,
  product,
  rounds,
  quick,
  logProgress,
}: RowContext & { row: string; product: ProductRun }) => {
  const seconds = quick ? 2 : 3
  const load = await startProcess<typeof import('../processes/http-load.ts').commands>('http-load')
  const { result: bareUrl } = await product.host.run('startBarePage', undefined)
  const cpu: Record<string, number> = {}
  const figures: Figure[] = []

  const measure = async ({ who, path, fan, etag }: PageRequest): Promise<number> => {
    const url = who === 'gateway' ? product.url : bareUrl
    const headers = { cookie: cookieOf(fan), ...(etag === undefined ? {} : { 'if-none-match': etag }) }
    await load.run('prepare', [{ method: 'GET', path, headers }])
    const watching = product.host.run('watch', seconds * 1000)
    const { result, cpu: used } = await load.run('load', { url, connections: CONNECTIONS, seconds })
    cpu[`load generator (${who})`] = used
    cpu[who] = (await watching).cpu
    const expected = etag === undefined ? '200' : '304'
    if (Object.keys(result.repliesByStatus).some((status) => status !== expected))
      throw new Error(`${who} answered ${JSON.stringify(result.repliesByStatus)}, not ${expected}`)
    logProgress(`${who}, ${expected}, fan ${fan}: ${Math.round(result.perSecond)} requests/s, p99 ${result.p99} ms`)
    return result.perSecond
  }

  return {
    figures,
    /** First the full reply, then 304 for a fan's valid copy. */
    async compare({ what, path, fan }: { what: string; path: string; fan: number }): Promise<void> {
      const page = await fetchPage(product.url, path, fan)
      await product.host.run('addBarePage', page)
      for (const etag of [undefined, page.headers.etag]) {
        await measure({ who: 'gateway', path, fan, etag })
        const comparison = await alternate(rounds, {
          subject: () => measure({ who: 'gateway', path, fan, etag }),
          baseline: () => measure({ who: 'Fastify', path, fan, etag }),
        })
        const kilobytes = Math.round(Buffer.byteLength(page.body) / 1024)
        const reply = etag === undefined ? `200, ${kilobytes} kB` : '304'
        const description = { row, what: `${what}: ${reply}`, against: BARE, unit: 'requests/s', load: { ...cpu } }
        figures.push(compared(description, atLeast(AT_LEAST), comparison))
      }
    },
    stop: () => load.stop(),
  }
}
