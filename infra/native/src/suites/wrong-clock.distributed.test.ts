import { setTimeout as delay } from 'node:timers/promises'
import { type Account, createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { openSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

const FIVE_MINUTES = 5 * 60_000
/** Tolerance, a fifth of the clock error: more than the delay of a busy machine. */
const TOLERANCE_MS = 60_000
/** A reply that takes this long was lost and came only because the client retried. */
const RETRIED_MS = 25_000
const OTHER_CATEGORY = 'Dunlop Super2 Series'

const tipReply = z.object({ code: z.string().optional(), submittedAt: z.iso.datetime().optional() })
type TipReply = z.infer<typeof tipReply> & { status: number; at: number; tookMs: number }

/** Returns the server time in the first frame of a socket, with the time of its arrival. */
const readServerTime = async (gateway: string, cookie: string): Promise<{ serverTime: number; now: number }> => {
  const socket = await openSocket(gateway, { cookie })
  const hello = await socket.next('hello')
  const now = Date.now()
  socket.close()
  return { serverTime: Date.parse(hello.data.serverTime), now }
}

describe('services and gateways whose clocks are five minutes wrong in different directions', () => {
  const stops: (() => Promise<unknown>)[] = []
  let testProduct: TestProduct
  /** The same calls through each of the two gateways. */
  let apis: ProductApi[]
  let admin: Account
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>

  beforeAll(async () => {
    testProduct = await createTestProduct('wrong-clock', {
      replicas: { gateway: 2, 'scoring-worker': 1 },
      clocksAheadMs: {
        identity: -FIVE_MINUTES,
        weekends: -FIVE_MINUTES,
        tipping: FIVE_MINUTES,
        'scoring-worker': -FIVE_MINUTES,
        admin: FIVE_MINUTES,
        'gateway-1': FIVE_MINUTES,
        'gateway-2': -FIVE_MINUTES,
      },
    })
    stops.push(() => testProduct.stop())
    apis = testProduct.product.gateways.map((url) => {
      const http = createHttpClient({ urls: [url] })
      stops.unshift(() => http.close())
      return productApi(http)
    })
    const { email, password } = testProduct.product.admin
    admin = await apis[0]!.signIn(email, password)
    weekend = await createWeekendWithRace(apis[0]!, admin, 'Wrong clocks')
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops) await stop()
  }, 60_000)

  const racesOf = (raceId: number) =>
    Promise.all(
      apis.map(async (api) => (await api.races(admin.cookie, weekend.weekendId)).find(({ id }) => id === raceId)),
    )

  test('report the true time to fans', async () => {
    for (const gateway of testProduct.product.gateways) {
      const { serverTime, now } = await readServerTime(gateway, admin.cookie)
      expect(Math.abs(serverTime - now)).toBeLessThan(TOLERANCE_MS)
    }
  })

  test('accept tips until the deadline at every gateway, and none after it', async () => {
    const { weekendId, raceId, cars, fans } = weekend
    const startTime = Date.now() + 120_000 + 30_000
    const deadline = startTime - 120_000
    await apis[0]!.moveRace(admin.cookie, raceId, new Date(startTime).toISOString())
    const open = await racesOf(raceId)
    const replies: TipReply[] = []
    // Retries until rejections have lasted for a while instead of until a fixed moment: a machine may stall for longer.
    for (let turn = 0, after = 0; after < 20 && Date.now() < deadline + 60_000; turn++) {
      const [api, carId] = [apis[turn % 2]!, cars[turn % cars.length]!]
      const sent = Date.now()
      const { status, body } = await api.submitTip(fans[0]!.cookie, { weekendId, category, carId })
      replies.push({ status, at: Date.now(), tookMs: Date.now() - sent, ...tipReply.parse(body) })
      if (replies.some((reply) => reply.status >= 400)) after += 1
      await delay(100)
    }
    const firstRejection = replies.findIndex(({ status }) => status >= 400)
    expect(open).toMatchObject([1, 2].map(() => ({ deadline, locked: false })))
    expect(firstRejection).toBeGreaterThan(2)
    expect(replies[firstRejection]?.at).toBeGreaterThanOrEqual(deadline)
    expect(Math.max(...replies.map(({ tookMs }) => tookMs))).toBeLessThan(RETRIED_MS)
    // After the deadline only the car that the tip already has is accepted, which writes nothing.
    for (const { submittedAt } of replies) if (submittedAt) expect(Date.parse(submittedAt)).toBeLessThan(deadline)
    const rejections = replies.slice(firstRejection).filter(({ status }) => status !== 200 && status !== 201)
    expect(new Set(rejections.map(({ code }) => code))).toEqual(new Set(['TIPS_CLOSED']))
    const [tip] = await apis[1]!.tips(fans[0]!.cookie, weekendId)
    expect(tip?.submittedAt).toBeLessThan(deadline)
    await expect.poll(() => racesOf(raceId)).toMatchObject([1, 2].map(() => ({ deadline, locked: true })))
  }, 120_000)

  test('close a race that started a minute ago at every gateway', async () => {
    const startTime = new Date(Date.now() - 60_000).toISOString()
    const race = await weekend.addRace({ name: 'Started', category: OTHER_CATEGORY, startTime })
    await weekend.addCar(race.id, 21)
    const [car] = (await apis[0]!.cars(admin.cookie, weekend.weekendId)).filter(({ number }) => number === 21)
    await expect.poll(() => racesOf(race.id)).toMatchObject([{ locked: true }, { locked: true }])
    const tip = { weekendId: weekend.weekendId, category: OTHER_CATEGORY, carId: car!.id }
    for (const api of apis)
      expect(await api.submitTip(weekend.fans[1]!.cookie, tip)).toMatchObject({
        status: 409,
        body: { code: 'TIPS_CLOSED' },
      })
  })

  test('store a result with the true time, and award points for the tip in force at the deadline', async () => {
    const { weekendId, raceId, cars, fans } = weekend
    const [tip] = await apis[0]!.tips(fans[0]!.cookie, weekendId)
    const order = [tip!.carId, ...cars.filter((carId) => carId !== tip!.carId)]
    const classification = order.map((carId, index) => ({ position: index + 1, carId, status: 'classified' }))
    const { value } = await apis[0]!.publishResult(admin.cookie, raceId, { status: 'official', classification })
    expect(Math.abs(Date.parse(value.publishedAt) - Date.now())).toBeLessThan(TOLERANCE_MS)
    const pointsOf = async (api: ProductApi) =>
      (await api.board(fans[0]!.cookie, { weekendId }, 10, 0)).entries[0]?.totalPoints
    await expect.poll(() => Promise.all(apis.map(pointsOf)), { timeout: 60_000 }).toEqual([50, 50])
  }, 120_000)
})
