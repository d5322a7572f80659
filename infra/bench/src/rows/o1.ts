import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { alternate } from '../figures/alternate.ts'
import { atLeast, compared } from '../figures/figure.ts'
import { type ProductRun, startProduct } from '../game/product-run.ts'
import { type Process, startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const FANS = 2_000
/** Concurrency at saturation, as in H4. */
const CONCURRENCY = 100
/** CPU cores used by an idle product, when all effects of tips are finished. */
const IDLE_CORES = 0.2

type Crowd = typeof import('../processes/crowd-load.ts').commands
type Contender = { name: string; product: ProductRun; crowd: Process<Crowd> }

/** Takes spans as a collector does, and counts their bytes. */
const startSink = async () => {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.writeHead(200).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const prepare = async ({ product, crowd }: Contender): Promise<void> => {
  const { url } = product
  await product.signIn(FANS)
  const { weekendId, carIds } = await product.raceControl.addWeekend(1)
  // A different car each time, so that every tip writes.
  const requests = Array.from({ length: FANS }, (_, index) =>
    carIds.map((carId) => ({
      method: 'POST' as const,
      path: '/api/tips',
      headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(index + 1) },
      body: JSON.stringify({ weekendId, category: '1', carId, tipSource: 'sector' }),
    })),
  )
  const isAccepted = async () => {
    const first = requests[0]?.[0]
    return first ? (await fetch(`${url}${first.path}`, first)).status < 300 : false
  }
  await waitFor('the first tip', isAccepted, 30_000)
  await crowd.run('prepare', { url, requests })
}

/** Tips through the gateway of the embedded product: without a place for spans, with tracing off, and with it on. */
export const o1: Row = {
  id: 'O1',
  name: 'cost of tracing',
  async run({ rounds, quick, logProgress }) {
    const seconds = quick ? 4 : 10
    const sink = await startSink()
    const contenders: Contender[] = []
    const start = async (name: string, options: Parameters<typeof startProduct>[0] = {}): Promise<Contender> => {
      const contender = { name, product: await startProduct(options), crowd: await startProcess<Crowd>('crowd-load') }
      contenders.push(contender)
      await prepare(contender)
      return contender
    }
    const cpu: Record<string, number> = {}
    const saturate = async ({ name, product, crowd }: Contender): Promise<number> => {
      await waitFor(
        'all work to finish',
        async () => (await product.host.run('watch', 1_000)).cpu < IDLE_CORES,
        300_000,
      )
      const [{ result, cpu: used }, { cpu: usedByHost }] = await Promise.all([
        crowd.run('saturate', { concurrency: CONCURRENCY, seconds }),
        product.host.run('watch', seconds * 1_000),
      ])
      Object.assign(cpu, { [`load generator (${name})`]: used, [`product (${name})`]: usedByHost })
      const wrong = Object.entries(result.repliesByStatus).filter(([status]) => !status.startsWith('2'))
      if (wrong.length > 0) throw new Error(`${name} replied ${JSON.stringify(wrong)}`)
      logProgress(`${name}: ${Math.round(result.perSecond)} tips/s, p99 ${Math.round(result.latencies.p99)} ms`)
      return result.perSecond
    }
    try {
      const bare = await start('without', {
        nodeArguments: [`--import=${new URL('../processes/without-tracing.ts', import.meta.url)}`],
      })
      const off = await start('off')
      const on = await start('on', { tracing: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url } })
      // Every fan's first tip, which costs more than a change, and code that is not compiled yet.
      for (const contender of contenders) for (let times = 0; times < 2; times += 1) await saturate(contender)
      const offRatio = await alternate(rounds, { subject: () => saturate(off), baseline: () => saturate(bare) })
      const bytesBefore = sink.bytes()
      const onRatio = await alternate(rounds, { subject: () => saturate(on), baseline: () => saturate(off) })
      const exported = sink.bytes() - bytesBefore
      if (exported === 0) throw new Error('Nothing was traced')
      const description = { row: 'O1', unit: 'tips/s', load: cpu }
      const tips = `tips through the gateway (embedded), ${CONCURRENCY} concurrent`
      return [
        compared(
          { ...description, what: `${tips}, tracing off`, against: 'the same without a place for spans' },
          atLeast(0.97),
          offRatio,
        ),
        compared(
          {
            ...description,
            what: `${tips}, 1 % of the traces recorded`,
            against: 'the same with tracing off',
            notes: [`${Math.round(exported / 1024)} KB of spans were exported`],
          },
          atLeast(0.97),
          onRatio,
        ),
      ]
    } finally {
      await Promise.all(contenders.flatMap(({ product, crowd }) => [product.stop(), crowd.stop()]))
      sink.stop()
    }
  },
}
