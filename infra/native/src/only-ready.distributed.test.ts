import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { services } from '@purple-sector/product'
import { createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { onlyReady } from './testing/only-ready.ts'
import { category, openWeekend } from './testing/open-weekend.ts'
import { type ProductUnderTest, startProductUnderTest } from './testing/product-under-test.ts'

const patient = { timeout: 120_000, interval: 250 }
const line = z.object({ level: z.number(), msg: z.string(), waitsFor: z.array(z.string()).optional() })

describe('where only ready processes can be reached', () => {
  const stops: (() => Promise<unknown>)[] = []
  let tested: ProductUnderTest
  let api: ProductApi

  beforeAll(async () => {
    const standIn = onlyReady()
    stops.push(() => standIn.stop())
    const startedAt = performance.now()
    tested = await startProductUnderTest('only-ready', { inFrontOf: standIn.inFrontOf })
    stops.push(() => tested.stop())
    process.stdout.write(`all ready ${seconds(startedAt)} s after the start with empty data\n`)
    const http = createHttpClient({ urls: tested.product.gateways })
    stops.push(() => http.close())
    api = productApi(http)
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

  const restartAll = async (meanwhile: () => Promise<unknown> = async () => {}): Promise<void> => {
    const { product } = tested
    await Promise.all(product.names.map((name) => product.kill(name)))
    await meanwhile()
    const startedAt = performance.now()
    await Promise.all(product.names.map((name) => product.restart(name)))
    process.stdout.write(`all ready again after ${seconds(startedAt)} s\n`)
  }

  const signIn = () => vi.waitFor(() => api.signIn(tested.product.admin.email, tested.product.admin.password), patient)

  /** Forgets every copy that a service keeps of the data of others, as `make rebuild` does. */
  const forgetCopies = async (): Promise<void> => {
    for (const { name } of services) {
      const database = openDatabase({ url: tested.databaseUrl, schema: name, maxConnections: 1 })
      await database('bootstraps').delete()
      await database('projections').delete()
      await database.destroy()
    }
  }

  const linesOf = (name: string) =>
    readFileSync(join(tested.logFolder, `${name}.log`), 'utf8')
      .split('\n')
      .flatMap((text) => (text.startsWith('{') ? [line.parse(JSON.parse(text))] : []))

  test('all processes start at once with empty data, are restarted at once, and fill lost copies', async () => {
    const admin = await signIn()
    const weekend = await vi.waitFor(() => openWeekend(api, admin, 'Only ready'), patient)
    const tip = async () => {
      for (const [index, { cookie }] of weekend.fans.entries()) {
        const carId = weekend.cars[index] ?? 0
        const body = { weekendId: weekend.weekendId, category, carId }
        await vi.waitFor(async () => expect([200, 201]).toContain((await api.submitTip(cookie, body)).status), patient)
      }
    }
    await tip()

    await restartAll()
    await tip()

    await restartAll(forgetCopies)
    await tip()
    const again = await signIn()
    expect(await api.cars(again.cookie, weekend.weekendId)).toHaveLength(4)

    for (const { name } of services) {
      const lines = linesOf(name)
      const waits = lines.filter(({ waitsFor }) => waitsFor !== undefined)
      // Once at the first start, and once after its copies were lost.
      expect(waits.length, name).toBeLessThanOrEqual(2)
      const warnings = lines.filter(({ level, msg }) => level >= 40 && /present state|republish/.test(msg))
      expect(warnings, name).toEqual([])
    }
  }, 600_000)
})
