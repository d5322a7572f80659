import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { generateIdentityKeys, IDENTITY_HEADER, identitySigner } from '@purple-sector/service-kit'
import { aCar, aFan, aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { type BenchDatabase, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternate } from '../figures/alternate.ts'
import { atLeast, compared } from '../figures/figure.ts'
import { startTipping, tippingAccessOf } from '../game/tipping-run.ts'
import type { LoadRequest } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 32
const CARS_OF_WEEKEND = 24
const FANS = 2_000

const carId = (weekendId: number, number: number): number => weekendId * 100 + number

/** Weekends with one open race each: a fan's first tip writes tip, revision, participant and event. */
const setUpWeekends = async (database: BenchDatabase, weekends: number): Promise<void> => {
  const run = await startTipping(tippingAccessOf(database))
  for (let id = 1; id <= weekends; id += 1) {
    await run.publishEvent(weekendChanged, aWeekend({ id }))
    await run.publishEvent(raceChanged, aRace({ id, weekendId: id, startTime: hoursFromNow(24) }))
    for (let number = 1; number <= CARS_OF_WEEKEND; number += 1)
      await run.publishEvent(carChanged, aCar({ id: carId(id, number), weekendId: id }))
  }
  await waitFor('the cars', async () => (await run.database('cars')).length === weekends * CARS_OF_WEEKEND)
  await run.stop()
}

/** First tips of every fan, weekend after weekend. */
const tipsOf = (weekends: number, fans: { userId: string; token: string }[]): LoadRequest[] =>
  Array.from({ length: weekends }, (_, index) => index + 1).flatMap((weekendId) =>
    fans.map(({ userId, token }, place) => ({
      method: 'POST' as const,
      path: '/api/tips',
      headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: token },
      body: JSON.stringify({
        weekendId,
        category: 'Repco Supercars Championship',
        carId: carId(weekendId, 1 + (place % CARS_OF_WEEKEND)),
        tipSource: 'sector',
        userId, // for the baseline, which has no identity
      }),
    })),
  )

export const h3: Row = {
  id: 'H3',
  name: 'submit a tip',
  async run({ rounds, quick, logProgress }) {
    const seconds = quick ? 2 : 5
    const weekends = quick ? 20 : 40 + 15 * rounds // more first tips than can be submitted
    const postgres = await startBenchPostgres()
    const product = await startProcess<typeof import('../processes/tipping-host.ts').commands>('tipping-host')
    const bare = await startProcess<typeof import('../processes/bare-tips.ts').commands>('bare-tips')
    const starters = [0, 1].map(() => startProcess<typeof import('../processes/http-load.ts').commands>('http-load'))
    const [forProduct, forBare] = await Promise.all(starters)
    try {
      logProgress(`setting up ${weekends} weekends`)
      const database = await postgres.create('h3', ['tipping'])
      await setUpWeekends(database, weekends)
      const keys = generateIdentityKeys()
      const sign = identitySigner(keys.privateKey)
      const fans = await Promise.all(
        Array.from({ length: FANS }, async () => {
          const fan = aFan()
          return { userId: fan.userId, token: await sign(fan) }
        }),
      )
      const { result: productUrl } = await product.run('start', {
        ...tippingAccessOf(database),
        identityPublicKey: keys.publicKey,
      })
      const other = await postgres.create('h3_bare', [])
      const { result: bareUrl } = await bare.run('start', { url: other.adminUrl, connections: 20 })
      const requests = tipsOf(weekends, fans)
      await Promise.all([forProduct?.run('prepare', requests), forBare?.run('prepare', requests)])

      const cpu: Record<string, number> = {}
      const measure = async (who: 'product' | 'baseline'): Promise<number> => {
        const [load, host, url] = who === 'product' ? [forProduct, product, productUrl] : [forBare, bare, bareUrl]
        if (!load) throw new Error('There is no load generator')
        const postgresBefore = postgres.cpuMs()
        const [{ result, cpu: used }, { cpu: usedByHost }] = await Promise.all([
          load.run('load', { url, connections: CONNECTIONS, seconds }),
          host.run('watch', seconds * 1000),
        ])
        cpu[`load generator (${who})`] = used
        cpu[who] = usedByHost
        cpu[`Postgres (${who})`] = (postgres.cpuMs() - postgresBefore) / seconds / 1000
        const wrong = Object.entries(result.repliesByStatus).filter(([status]) => status !== '201')
        if (wrong.length > 0) throw new Error(`${who} answered ${JSON.stringify(wrong)}`)
        logProgress(`${who}: ${Math.round(result.perSecond)} tips/s, p99 ${result.p99} ms`)
        return result.perSecond
      }
      await measure('product')
      const tips = await alternate(rounds, {
        subject: () => measure('product'),
        baseline: () => measure('baseline'),
      })
      const what = `submit a first tip at the service (tip, revision, participant, outbox; relay running), ${CONNECTIONS} connections`
      const against = 'two inserts in a transaction, Fastify + pg'
      return [compared({ row: 'H3', what, against, unit: 'tips/s', load: cpu }, atLeast(0.6), tips)]
    } finally {
      await Promise.all([product.stop(), bare.stop(), forProduct?.stop(), forBare?.stop()])
      await postgres.stop()
    }
  },
}
