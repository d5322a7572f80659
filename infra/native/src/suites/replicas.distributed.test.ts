import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createProductWithApi, type ProductWithApi } from '../../test/create-product-with-api.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

const SHARE_MS = 30_000
const MIN_SHARE = 0.35
/**
 * Minimum requests of each kind for a meaningful share.
 * A slow machine handles only one or two a second.
 */
const MIN_REQUESTS = 40
/** Pause of every simulated user between turns, which leaves CPU for a replica that starts under load. */
const PAUSE_MS = 10
const longTimeout = { timeout: 240_000, interval: 500 }

const tipsReply = z.array(z.object({ category: z.string(), car: z.object({ id: z.number() }) }))

const KINDS = ['forwarded', 'internal'] as const
type Counts = Record<(typeof KINDS)[number], number>

type Failure = { what: string; status: number | undefined; at: number }

describe('two replicas of tipping behind one gateway under load', () => {
  let testProduct: ProductWithApi
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>

  beforeAll(async () => {
    testProduct = await createProductWithApi('replicas', { tipping: 2 })
    weekend = await createWeekendWithRace(testProduct.api, testProduct.admin, 'Replicas')
  }, 240_000)

  afterAll(() => testProduct?.stop(), 60_000)

  /** Counts the requests that a replica has handled: forwarded by the gateway, and from weekends. */
  const countRequests = async (name: string): Promise<Counts> => {
    const metrics = await (await fetch(`${testProduct.product.urlOf(name)}/metrics`)).text()
    const sum = (pattern: RegExp) =>
      [...metrics.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0)
    return {
      forwarded: sum(/^http_request_duration_seconds_count\{[^}]*route="\/api\/tips[^}]*\} (\d+)$/gm),
      internal: sum(/^http_request_duration_seconds_count\{[^}]*route="\/internal\/states"[^}]*\} (\d+)$/gm),
    }
  }

  /**
   * Resolves when each replica has its share of the latest sufficient requests.
   * Returns the seconds until the first of these requests; as long as there are too few requests, no time counts.
   */
  const waitUntilShared = (): Promise<number> => {
    const startedAt = performance.now()
    const samples: { at: number; counts: readonly Counts[] }[] = []
    return vi.waitFor(async () => {
      const at = performance.now()
      const counts = await Promise.all([countRequests('tipping-1'), countRequests('tipping-2')])
      const sharesSince = (sample: (typeof samples)[number], kind: keyof Counts): readonly [number, number] => {
        const [one = 0, other = 0] = counts.map((now, index) => now[kind] - (sample.counts[index]?.[kind] ?? 0))
        return [one, other]
      }
      const isEnough = ([one, other]: readonly [number, number]) => one + other >= MIN_REQUESTS
      const first = samples.findLast((sample) => KINDS.every((kind) => isEnough(sharesSince(sample, kind))))
      samples.push({ at, counts })
      if (!first) throw new Error(`There were fewer than ${MIN_REQUESTS} requests of a kind`)
      for (const kind of KINDS) {
        const [one, other] = sharesSince(first, kind)
        expect(Math.min(one, other) / (one + other), `${kind}: ${one} and ${other}`).toBeGreaterThan(MIN_SHARE)
      }
      return (first.at - startedAt) / 1000
    }, longTimeout)
  }

  /** Simulates fans who tip and an administrator who renames the race, until the test ends. */
  const load = () => {
    const failures: Failure[] = []
    const [gateway = ''] = testProduct.product.gateways
    let requests = 0
    let isOver = false
    const call = async (what: string, path: string, cookie: string, method: string, body?: object) => {
      requests += 1
      const reply = await fetch(gateway + path, {
        method,
        headers: { cookie, origin: gateway, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      const text = await reply?.text().catch(() => undefined)
      if (reply?.ok && text !== undefined) return text
      failures.push({ what, status: text === undefined ? undefined : reply?.status, at: performance.now() })
      return undefined
    }
    const tipping = weekend.fans.map(async ({ cookie }, index) => {
      for (let round = index; !isOver; round++) {
        await pause(PAUSE_MS)
        const carId = weekend.cars[round % weekend.cars.length] ?? 0
        const body = { weekendId: weekend.weekendId, category, carId, tipSource: 'sector' }
        const isStored = await call('write', '/api/tips', cookie, 'POST', body)
        const tips = await call('read', `/api/tips/${weekend.weekendId}`, cookie, 'GET')
        if (isStored === undefined || tips === undefined) continue
        // A read may be handled by a replica other than the one that stored the write.
        if (tipsReply.parse(JSON.parse(tips))[0]?.car.id !== carId)
          failures.push({ what: 'read an older tip', status: 200, at: performance.now() })
      }
    })
    const renaming = (async () => {
      for (let round = 0; !isOver; round++) {
        await pause(PAUSE_MS)
        const body = { name: `Race ${round % 7}` }
        await call('admin write', `/api/admin/races/${weekend.raceId}`, testProduct.admin.cookie, 'PATCH', body)
      }
    })()
    const stop = async () => {
      isOver = true
      await Promise.all([...tipping, renaming])
    }
    onTestFinished(stop)
    return { failures, requests: () => requests, stop }
  }

  const waitUntilStopped = (name: string) =>
    vi.waitFor(() => expect(fetch(`${testProduct.product.urlOf(name)}/healthz`)).rejects.toThrow(), longTimeout)

  const waitForRequests = async ({ requests }: ReturnType<typeof load>, count: number) => {
    const before = requests()
    await vi.waitUntil(() => requests() > before + count, longTimeout)
  }

  test('an added replica gets its share of requests, and a stopped or killed one fails no request that can be retried', async () => {
    const { product } = testProduct
    const print = (line: string) => process.stdout.write(`${line}\n`)
    await product.kill('tipping-2')
    const running = load()
    await waitForRequests(running, 100)

    await product.restart('tipping-2')
    const addedIn = await waitUntilShared()
    print(`a replica that was added had its share ${addedIn.toFixed(1)} s after it was ready`)
    expect(addedIn * 1000).toBeLessThan(SHARE_MS)
    expect(running.failures).toEqual([])

    const beforeStop = running.requests()
    await product.kill('tipping-1', 'SIGTERM')
    await waitUntilStopped('tipping-1')
    await waitForRequests(running, 200)
    print(
      `a replica was stopped: ${running.requests() - beforeStop} requests meanwhile, ${running.failures.length} failed`,
    )
    expect(running.failures).toEqual([])

    await product.restart('tipping-1')
    const backIn = await waitUntilShared()
    print(`a restarted replica had its share after ${backIn.toFixed(1)} s`)
    expect(backIn * 1000).toBeLessThan(SHARE_MS)

    const beforeKill = running.requests()
    await product.kill('tipping-2')
    await waitForRequests(running, 200)
    await running.stop()
    const { failures } = running
    print(`a replica was killed: ${running.requests() - beforeKill} requests, ${failures.length} failed`)
    // A request that may have been executed is not sent twice; a read is.
    expect(failures.filter(({ what, status }) => what !== 'write' || status !== 503)).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(weekend.fans.length)
  }, 900_000)
})
