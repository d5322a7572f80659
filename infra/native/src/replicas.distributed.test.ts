import { setTimeout as pause } from 'node:timers/promises'
import { type Account, createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { category, openWeekend } from './testing/open-weekend.ts'
import { type ProductUnderTest, startProductUnderTest } from './testing/product-under-test.ts'

const SHARE_MS = 30_000
const FAIR = 0.35
/** Of everybody after each of their turns, so that a replica that starts under load finds some of the processor. */
const BREATH_MS = 10
const patient = { timeout: 90_000, interval: 500 }

const tipsReply = z.array(z.object({ category: z.string(), car: z.object({ id: z.number() }) }))

type Failure = { what: string; status: number | undefined; at: number }

describe('two replicas of tipping behind one gateway, under load', () => {
  const stops: (() => Promise<unknown>)[] = []
  let tested: ProductUnderTest
  let api: ProductApi
  let admin: Account
  let weekend: Awaited<ReturnType<typeof openWeekend>>

  beforeAll(async () => {
    tested = await startProductUnderTest('replicas', {
      replicas: { gateway: 1, 'scoring-worker': 1, tipping: 2 },
      settings: { LIMIT_WRITES: '1000000', LIMIT_ADMIN_WRITES: '1000000' },
    })
    stops.push(() => tested.stop())
    const http = createHttpClient({ urls: tested.product.gateways })
    stops.push(() => http.close())
    api = productApi(http)
    admin = await api.signIn(tested.product.admin.email, tested.product.admin.password)
    weekend = await openWeekend(api, admin, 'Replicas')
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  }, 60_000)

  /** Requests that each replica has answered, what is forwarded apart from what weekends asks. */
  const answered = async (name: string): Promise<{ forwarded: number; asked: number }> => {
    const metrics = await fetch(`${tested.product.urlOf(name)}/metrics`).then(
      (reply) => reply.text(),
      () => '',
    )
    const sum = (pattern: RegExp) =>
      [...metrics.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0)
    return {
      forwarded: sum(/^http_request_duration_seconds_count\{[^}]*route="\/api\/tips[^}]*\} (\d+)$/gm),
      asked: sum(/^http_request_duration_seconds_count\{[^}]*route="\/internal\/states"[^}]*\} (\d+)$/gm),
    }
  }

  /** Resolves when both have their share of what is answered in a second; gives the seconds that took. */
  const untilShared = async (): Promise<number> => {
    const began = performance.now()
    const share = (mine: number, other: number) => mine / Math.max(mine + other, 1)
    await vi.waitFor(async () => {
      const before = await Promise.all([answered('tipping-1'), answered('tipping-2')])
      await pause(1_000)
      const after = await Promise.all([answered('tipping-1'), answered('tipping-2')])
      for (const kind of ['forwarded', 'asked'] as const) {
        const [one = 0, other = 0] = after.map((counts, index) => counts[kind] - (before[index]?.[kind] ?? 0))
        expect(Math.min(share(one, other), share(other, one)), `${kind}: ${one} and ${other}`).toBeGreaterThan(FAIR)
      }
    }, patient)
    return (performance.now() - began) / 1000
  }

  /** Fans who tip and look at their tips, and an administrator who renames the race, until the test is over. */
  const load = () => {
    const failures: Failure[] = []
    const [gateway = ''] = tested.product.gateways
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
        await pause(BREATH_MS)
        const carId = weekend.cars[round % weekend.cars.length] ?? 0
        const body = { weekendId: weekend.weekendId, category, carId, tipSource: 'sector' }
        const isStored = await call('write', '/api/tips', cookie, 'POST', body)
        const seen = await call('read', `/api/tips/${weekend.weekendId}`, cookie, 'GET')
        if (isStored === undefined || seen === undefined) continue
        // Whichever replica took it, whichever shows it.
        if (tipsReply.parse(JSON.parse(seen))[0]?.car.id !== carId)
          failures.push({ what: 'read an older tip', status: 200, at: performance.now() })
      }
    })
    const renaming = (async () => {
      for (let round = 0; !isOver; round++) {
        await pause(BREATH_MS)
        const body = { name: `Race ${round % 7}` }
        await call('admin write', `/api/admin/races/${weekend.raceId}`, admin.cookie, 'PATCH', body)
      }
    })()
    const stop = async () => {
      isOver = true
      await Promise.all([...tipping, renaming])
    }
    onTestFinished(stop)
    return { failures, requests: () => requests, stop }
  }

  const untilGone = (name: string) =>
    vi.waitFor(() => expect(fetch(`${tested.product.urlOf(name)}/healthz`)).rejects.toThrow(), patient)

  const untilMore = async ({ requests }: ReturnType<typeof load>, more: number) => {
    const before = requests()
    await vi.waitUntil(() => requests() > before + more, patient)
  }

  test('one that is added takes its share, one that is stopped or killed costs no request that could be saved', async () => {
    const { product } = tested
    const say = (line: string) => process.stdout.write(`${line}\n`)
    await product.kill('tipping-2')
    const running = load()
    await untilMore(running, 100)

    await product.restart('tipping-2')
    const addedIn = await untilShared()
    say(`a replica that was added had its share ${addedIn.toFixed(1)} s after it was ready`)
    expect(addedIn * 1000).toBeLessThan(SHARE_MS)
    expect(running.failures).toEqual([])

    const beforeStop = running.requests()
    await product.kill('tipping-1', 'SIGTERM')
    await untilGone('tipping-1')
    await untilMore(running, 200)
    say(
      `a replica was stopped: ${running.requests() - beforeStop} requests meanwhile, ${running.failures.length} failed`,
    )
    expect(running.failures).toEqual([])

    await product.restart('tipping-1')
    const backIn = await untilShared()
    say(`one that came back had its share after ${backIn.toFixed(1)} s`)
    expect(backIn * 1000).toBeLessThan(SHARE_MS)

    const beforeKill = running.requests()
    await product.kill('tipping-2')
    await untilMore(running, 200)
    await running.stop()
    const { failures } = running
    say(`a replica was killed: ${running.requests() - beforeKill} requests, ${failures.length} failed`)
    // What may have been carried out is not sent twice; what only reads is.
    expect(failures.filter(({ what, status }) => what !== 'write' || status !== 503)).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(weekend.fans.length)
  }, 300_000)
})
