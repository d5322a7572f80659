import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '@purple-sector/database'
import { type Account, createHttpClient, type ProductApi, productApi } from '@purple-sector/race-day'
import { linkIn, mailTo } from '@purple-sector/testing/servers/mailbox'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { openSocket, refusal } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'

const OWNER = 'owner@example.org'
const PASSWORD = 'grid box four hundred'
const MAX_SESSIONS = 50
const FAILURES = 10

type Call = { method?: string; cookie?: string; body?: unknown }

const call = (gateway: string, path: string, { method = 'GET', cookie, body }: Call = {}): Promise<Response> =>
  fetch(gateway + path, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const statusOf = async (reply: Promise<Response>): Promise<number> => {
  const { status, body } = await reply
  await body?.cancel()
  return status
}

/**
 * Returns the cookie pairs of a sign-in.
 * Only the session's when the browser should not be recognized again.
 */
const cookiesOf = (reply: Response, only = ''): string =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => pair.startsWith(only))
    .join('; ')

describe('hostile clients against two gateways, Kafka and Redis', () => {
  const stops: (() => Promise<unknown>)[] = []
  let testProduct: TestProduct
  let dataDir: string
  let firstGateway: string
  let secondGateway: string
  let api: ProductApi
  let admin: Account
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>

  beforeAll(async () => {
    const folder = await temporaryFolder('hostile-day')
    stops.unshift(() => folder.remove())
    dataDir = folder.path
    testProduct = await createTestProduct('hostile-day', {
      replicas: { gateway: 2, 'scoring-worker': 1 },
      settings: { DATA_DIR: dataDir, ADMIN_EMAILS: `race-control@example.org,${OWNER}` },
    })
    stops.unshift(() => testProduct.stop())
    const [first = '', second = ''] = testProduct.product.gateways
    firstGateway = first
    secondGateway = second
    const http = createHttpClient({ urls: [firstGateway] })
    stops.unshift(() => http.close())
    api = productApi(http)
    admin = await api.signIn('race-control@example.org', testProduct.product.admin.password)
    weekend = await createWeekendWithRace(api, admin, 'Hostile day')
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops) await stop()
  }, 60_000)

  const isAdmin = async (gateway: string, cookie: string): Promise<boolean> =>
    z.object({ isAdmin: z.boolean() }).parse(await (await call(gateway, '/api/auth/user', { cookie })).json()).isAdmin

  const linkMailedTo = async (address: string, subject: string): Promise<string> =>
    linkIn(await vi.waitFor(() => mailTo(dataDir, address, subject), { timeout: 60_000, interval: 50 }))

  const signIn = (gateway: string, email: string, password: string, cookie?: string): Promise<Response> =>
    call(gateway, '/api/auth/login', { method: 'POST', body: { email, password }, ...(cookie && { cookie }) })

  test('disconnects a fan who floods a gateway from ten sockets, and serves all other fans', async () => {
    const [ann = '', bob = ''] = weekend.fans.map(({ cookie }) => cookie)
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(firstGateway, { cookie: ann })))
    const flooding = sockets.map(async ({ ws, closed }) => {
      for (let pings = 0; ws.readyState === ws.OPEN && pings < 100_000; pings++) {
        ws.ping()
        if (pings % 50 === 0) await setImmediate()
      }
      await closed
    })
    for (let reads = 0; reads < 20; reads++)
      expect(await statusOf(call(firstGateway, '/api/weekends', { cookie: bob }))).toBe(200)
    await Promise.all(flooding)
    expect(await refusal(firstGateway, { cookie: ann })).toMatchObject({ status: 429 })
  }, 120_000)

  test("gives a client who registers an administrator's address nothing when the owner opens the mail", async () => {
    const registered = await call(firstGateway, '/api/auth/register', {
      method: 'POST',
      body: { email: OWNER, password: PASSWORD, username: 'stranger' },
    })
    expect(registered.status).toBe(201)
    const stranger = cookiesOf(registered)
    const link = await linkMailedTo(OWNER, 'Verify your email address')
    expect(await statusOf(call(secondGateway, link))).toBe(200)
    expect(await statusOf(call(secondGateway, link, { cookie: weekend.fans[0]!.cookie }))).toBe(200)
    for (const gateway of [firstGateway, secondGateway]) expect(await isAdmin(gateway, stranger)).toBe(false)

    await call(secondGateway, '/api/auth/password/forgot', { method: 'POST', body: { email: OWNER } })
    const reset = await linkMailedTo(OWNER, 'Set a new password')
    const token = new URL(reset, secondGateway).searchParams.get('token')
    const body = { token, password: 'the owner alone knows' }
    expect(await statusOf(call(secondGateway, '/api/auth/password/reset', { method: 'POST', body }))).toBe(204)
    const strangerStatuses = () =>
      Promise.all(
        [firstGateway, secondGateway].map((gateway) => statusOf(call(gateway, '/api/auth/user', { cookie: stranger }))),
      )
    await expect.poll(strangerStatuses).toEqual([401, 401])
    const owner = await signIn(firstGateway, OWNER, 'the owner alone knows')
    expect(await isAdmin(secondGateway, cookiesOf(owner))).toBe(true)
  })

  test('limits a fan to fifty sessions over both gateways', async () => {
    const { user, cookie: oldest } = weekend.fans[2]!
    for (let count = 0; count < MAX_SESSIONS; count++) {
      const reply = await signIn(
        count % 2 === 0 ? firstGateway : secondGateway,
        `${user.username}@example.org`,
        PASSWORD,
        'device=none',
      )
      expect(reply.status).toBe(200)
    }
    const session = oldest.split('; ').find((pair) => pair.startsWith('session=')) ?? ''
    const oldestStatuses = () =>
      Promise.all(
        [firstGateway, secondGateway].map((gateway) => statusOf(call(gateway, '/api/auth/user', { cookie: session }))),
      )
    await expect.poll(oldestStatuses).toEqual([401, 401])
  }, 120_000)

  test('counts failed sign-ins at both gateways together, and does not delay known browsers', async () => {
    const { user, cookie } = weekend.fans[3]!
    const email = `${user.username}@example.org`
    const device = cookie.split('; ').find((pair) => pair.startsWith('device=')) ?? ''
    for (let failure = 0; failure < FAILURES; failure++)
      expect(
        await statusOf(signIn(failure % 2 === 0 ? firstGateway : secondGateway, email, 'not this one at all')),
      ).toBe(401)
    for (const gateway of [firstGateway, secondGateway]) {
      const rejected = await signIn(gateway, email, PASSWORD)
      expect(rejected.status).toBe(429)
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await statusOf(signIn(secondGateway, email, PASSWORD, device))).toBe(200)
  })

  test('names no fan in a preview while the race accepts tips, and writes an audit log entry', async () => {
    const { weekendId, raceId, cars, fans } = weekend
    expect(await api.submitTip(fans[0]!.cookie, { weekendId, category, carId: cars[0]! })).toMatchObject({
      status: 201,
    })
    const body = { status: 'official', classification: [{ position: 1, carId: cars[0], status: 'classified' }] }
    const path = `/api/admin/races/${raceId}/results?preview=true`
    const preview = await (await call(secondGateway, path, { method: 'POST', cookie: admin.cookie, body })).json()
    expect(preview).toMatchObject({ open: true, top: null, movers: [], participantsChanged: 1 })
    expect(JSON.stringify(preview)).not.toContain('ann')
    const audit = await (await call(firstGateway, '/api/admin/audit', { cookie: admin.cookie })).json()
    expect(audit).toContainEqual(expect.objectContaining({ action: 'result.previewed' }))
  })

  test('reopens a race that was closed for a result when race control crashes before it stores the result', async () => {
    const { weekendId, raceId, cars, fans } = weekend
    const tip = async (carId: number | undefined) =>
      (await api.submitTip(fans[1]!.cookie, { weekendId, category, carId: carId ?? 0 })).status
    expect(await tip(cars[0])).toBe(201)
    const database = openDatabase({ url: testProduct.databaseUrl, schema: 'admin', maxConnections: 1 })
    const lockTransaction = await database.transaction()
    await lockTransaction.raw('lock table result_revisions in exclusive mode')
    const body = { status: 'official', classification: [{ position: 1, carId: cars[0], status: 'classified' }] }
    const publishing = statusOf(
      call(firstGateway, `/api/admin/races/${raceId}/results`, { method: 'PUT', cookie: admin.cookie, body }),
    )
    // Uses another car each time, because a tip for the same car is never rejected.
    let turn = 0
    await expect.poll(() => tip(cars[turn++ % 2])).toBe(409)
    await testProduct.product.kill('admin')
    await lockTransaction.rollback()
    await database.destroy()
    expect(await publishing).toBeGreaterThanOrEqual(500)
    await testProduct.product.restart('admin')
    await expect.poll(() => tip(cars[2]), { timeout: 60_000 }).toBe(200)
    expect(await statusOf(call(secondGateway, `/api/races/${raceId}/results`, { cookie: admin.cookie }))).toBe(404)
  }, 180_000)
})
