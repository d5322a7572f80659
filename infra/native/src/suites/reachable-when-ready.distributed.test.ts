import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { services } from '@purple-sector/product'
import { createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'
import { startReadinessProxies } from '../../test/readiness-proxies.ts'

const longTimeout = { timeout: 120_000, interval: 250 }
const line = z.object({ level: z.number(), event: z.string().optional(), waitsFor: z.array(z.string()).optional() })

describe('a product whose processes are reachable only while they are ready', () => {
  const stops: (() => Promise<unknown>)[] = []
  let testProduct: TestProduct
  let api: ProductApi

  beforeAll(async () => {
    const proxies = startReadinessProxies()
    stops.push(() => proxies.stop())
    const startedAt = performance.now()
    testProduct = await createTestProduct('only-ready', { proxyFor: proxies.proxyFor })
    stops.push(() => testProduct.stop())
    process.stdout.write(`all ready ${seconds(startedAt)} s after the start with empty data\n`)
    const http = createHttpClient({ urls: testProduct.product.gateways })
    stops.push(() => http.close())
    api = productApi(http)
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

  const restartAll = async (whileStopped: () => Promise<unknown> = async () => {}): Promise<void> => {
    const { product } = testProduct
    await Promise.all(product.names.map((name) => product.kill(name)))
    await whileStopped()
    const startedAt = performance.now()
    await Promise.all(product.names.map((name) => product.restart(name)))
    process.stdout.write(`all ready again after ${seconds(startedAt)} s\n`)
  }

  const signIn = () =>
    vi.waitFor(() => api.signIn(testProduct.product.admin.email, testProduct.product.admin.password), longTimeout)

  /** Resets every copy that a service has of other services' data, as `make rebuild` does. */
  const resetCopies = async (): Promise<void> => {
    for (const { name } of services) {
      const database = openDatabase({ url: testProduct.databaseUrl, schema: name, maxConnections: 1 })
      await database('bootstraps').delete()
      await database('projections').delete()
      await database.destroy()
    }
  }

  const linesOf = (name: string) =>
    readFileSync(join(testProduct.logFolder, `${name}.log`), 'utf8')
      .split('\n')
      .flatMap((text) => (text.startsWith('{') ? [line.parse(JSON.parse(text))] : []))

  /** Returns how often each service has waited for its initial copies so far. */
  const countWaits = (): Record<string, number> =>
    Object.fromEntries(
      services.map(({ name }) => [name, linesOf(name).filter(({ waitsFor }) => waitsFor !== undefined).length]),
    )

  /** Submits a tip until the reply is not 503; returns every status. Rejected connections are retried. */
  const statusesUntilAccepted = async (
    cookie: string,
    body: { weekendId: number; category: string; carId: number },
  ): Promise<number[]> => {
    const [gateway = ''] = testProduct.product.gateways
    const headers = { origin: new URL(gateway).origin, 'content-type': 'application/json', cookie }
    const statuses: number[] = []
    await vi.waitFor(async () => {
      const url = new URL('/api/tips', gateway)
      const { status } = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, tipSource: 'sector' }),
      })
      statuses.push(status)
      if (status === 503) throw new Error('still 503')
    }, longTimeout)
    return statuses
  }

  test('starts all processes at once with empty data, restarts them at once, and refills lost copies', async () => {
    const admin = await signIn()
    const weekend = await vi.waitFor(() => createWeekendWithRace(api, admin, 'Only ready'), longTimeout)
    const tip = async () => {
      for (const [index, { cookie }] of weekend.fans.entries()) {
        const carId = weekend.cars[index] ?? 0
        const statuses = await statusesUntilAccepted(cookie, { weekendId: weekend.weekendId, category, carId })
        // With incomplete copies a fan may get 503, but never a wrong reply.
        expect([200, 201, 503]).toEqual(expect.arrayContaining(statuses))
      }
    }
    await tip()
    const atStart = countWaits()
    expect(Object.values(atStart)).toContain(1)
    expect(Math.max(...Object.values(atStart))).toBe(1)

    await restartAll()
    await tip()
    expect(countWaits(), 'no service with complete copies waits').toEqual(atStart)

    await restartAll(resetCopies)
    await tip()
    const newSession = await signIn()
    expect(await api.cars(newSession.cookie, weekend.weekendId)).toHaveLength(4)
    const doubled = Object.fromEntries(Object.entries(atStart).map(([name, count]) => [name, 2 * count]))
    expect(countWaits(), 'every service waits again after its copies were lost').toEqual(doubled)

    for (const { name } of services) {
      const warnings = linesOf(name).filter(({ level, event }) => level >= 40 && event?.startsWith('bootstrap.'))
      expect(warnings, name).toEqual([])
    }
  }, 600_000)
})
