import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { gatewayClient } from '../../test/gateway-client.ts'
import { rawClient } from '../../test/raw-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const CONCURRENCY = 2
const SLOW_MACHINE = { timeout: 30_000 }

describe.each([
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
])('load shedding, gateway in front of $setup', ({ overHttp }) => {
  let gateway: TestGateway
  let fan: SignedIn
  let admin: SignedIn
  let release = (): void => {}

  beforeAll(async () => {
    gateway = await startTestGateway({
      overHttp,
      config: { load: { concurrency: CONCURRENCY, maxWaitMs: 1, burst: 0 } },
    })
    fan = signIn(gateway.state)
    admin = signIn(gateway.state, { isAdmin: true })
    for (const as of [fan, admin]) await call('/api/auth/user', { as })
  })
  afterAll(() => gateway.close())
  afterEach(() => {
    release()
    gateway.state.before = () => {}
  })

  const { call, post } = gatewayClient(() => gateway.url)
  const TIPS = '/api/tips'
  const CHAT = '/api/weekends/3/chat'
  const countRequests = (of: string) => gateway.state.requests.filter((line) => line.endsWith(of)).length

  /** Fills the concurrency limit with requests that stay in flight until `release`; resolves when all have arrived. */
  const fill = async (path: string): Promise<Promise<Response>[]> => {
    const gate = Promise.withResolvers<void>()
    release = gate.resolve
    gateway.state.before = (_service, url) => (url === path ? gate.promise : undefined)
    const before = countRequests(path)
    // A request without a body is complete at once.
    const inFlight = Array.from({ length: CONCURRENCY }, () => call(path, { method: 'POST', as: fan }))
    await vi.waitFor(() => expect(countRequests(path)).toBe(before + CONCURRENCY), SLOW_MACHINE)
    return inFlight
  }

  test.each([
    ['tips', TIPS, 'Yours wasn’t saved'],
    ['messages', CHAT, 'Yours wasn’t sent'],
  ])('rejects %s before any call, and accepts them later', async (_, path, words) => {
    const inFlight = await fill(path)
    const before = gateway.state.requests.length
    const stranger = { ...fan, cookie: `session=${'u'.repeat(43)}` }
    for (const who of [fan, admin, signIn(gateway.state), stranger]) {
      const rejected = await post(path, { carId: 7 }, who, { 'idempotency-key': 'pole' })
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '10'])
      expect(rejected.headers.get('cache-control')).toBe('no-store')
      expect(rejected.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(await rejected.json()).toEqual({
        ...{ code: 'OVERLOADED', message: expect.stringContaining(words) },
        requestId: rejected.headers.get('x-request-id'),
      })
    }
    expect(gateway.state.requests.slice(before)).toEqual([])
    release()
    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([201, 201])
    await vi.waitFor(async () => expect((await post(path, { carId: 7 }, fan)).status).toBe(201), SLOW_MACHINE)
  })

  test('rejects tips, changed or new, and nothing else', async () => {
    const inFlight = await fill(TIPS)
    expect((await call('/api/tips/7', { method: 'PATCH', as: fan })).status).toBe(503)
    expect((await post(CHAT, {}, fan)).status).toBe(201)
    expect((await call('/api/auth/user', { as: fan })).status).toBe(200)
    expect((await call('/api/tips/3', { as: fan })).status).toBe(404)
    expect((await post('/api/auth/register', {})).status).toBe(201)
    expect((await post('/api/admin/weekends', {}, admin)).status).toBe(201)
    expect((await post(TIPS, {})).status).toBe(401)
    release()
    await Promise.all(inFlight)
  })

  test('does not count requests sent byte by byte', async () => {
    const before = countRequests(TIPS)
    const slow = Array.from({ length: CONCURRENCY + 1 }, () => ({
      ...rawClient(gateway.url),
      as: signIn(gateway.state),
    }))
    const head = (as: SignedIn) => [
      'POST /api/tips HTTP/1.1',
      `host: ${new URL(gateway.url).host}`,
      `cookie: ${as.cookie}`,
      'content-type: application/json',
      'content-length: 2',
    ]
    for (const client of slow) client.write(`${head(client.as).join('\r\n')}\r\n\r\n{`)
    await vi.waitFor(() => expect(countRequests(TIPS)).toBe(before + slow.length), SLOW_MACHINE)
    expect((await post(TIPS, {}, fan)).status).toBe(201)
    for (const client of slow) client.write('}')
    await vi.waitFor(
      () => expect(slow.map((client) => client.received().slice(9, 12))).toEqual(['201', '201', '201']),
      SLOW_MACHINE,
    )
    for (const client of slow) client.close()
  })

  test('rejects also misspelt paths and pipelined requests', async () => {
    const inFlight = await fill(TIPS)
    expect((await call('/api/%74ips', { method: 'POST', as: fan })).status).toBe(503)
    const client = rawClient(gateway.url)
    const one = `POST /api/tips HTTP/1.1\r\nhost: ${new URL(gateway.url).host}\r\ncookie: ${fan.cookie}\r\n`
    const empty = `${one}content-length: 0\r\n\r\n`
    client.write(`GET /api/auth/user HTTP/1.1${empty.slice(empty.indexOf('\r\n'))}${empty}${empty}`)
    const statuses = () => [...client.received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    await vi.waitFor(() => expect(statuses()).toEqual(['200', '503', '503']), SLOW_MACHINE)
    client.close()
    release()
    await Promise.all(inFlight)
  })

  test('ends a connection that continues an unwanted body', async () => {
    const inFlight = await fill(TIPS)
    const client = rawClient(gateway.url)
    const head = `POST /api/tips HTTP/1.1\r\nhost: ${new URL(gateway.url).host}\r\ncookie: ${fan.cookie}\r\n`
    client.write(`${head}content-type: application/json\r\ncontent-length: 900\r\n\r\n{`)
    expect((await client.ended).slice(9, 12)).toBe('503')
    release()
    await Promise.all(inFlight)
  })

  test('releases the slots of disconnected clients', async () => {
    const gate = Promise.withResolvers<void>()
    release = gate.resolve
    gateway.state.before = (_service, url) => (url === TIPS ? gate.promise : undefined)
    const before = countRequests(TIPS)
    const leaving = new AbortController()
    const gone = Array.from({ length: CONCURRENCY }, () =>
      call(TIPS, { method: 'POST', as: fan, signal: leaving.signal }).catch(() => 'gone'),
    )
    await vi.waitFor(() => expect(countRequests(TIPS)).toBe(before + CONCURRENCY), SLOW_MACHINE)
    expect((await post(TIPS, {}, fan)).status).toBe(503)
    leaving.abort()
    expect(await Promise.all(gone)).toEqual(['gone', 'gone'])
    await vi.waitFor(async () => {
      release()
      expect((await post(TIPS, {}, fan)).status).toBe(201)
    }, SLOW_MACHINE)
  })
})

describe.each([
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
])('account share, gateway in front of $setup', ({ overHttp }) => {
  const SLOTS = 2
  const QUEUED = 16
  const TIPS = '/api/tips'
  let gateway: TestGateway
  let gate: PromiseWithResolvers<void>

  beforeAll(async () => {
    gateway = await startTestGateway({ overHttp, config: { limits: { writes: 40, adminWrites: 40, openData: 60 } } })
  })
  afterAll(() => gateway.close())
  beforeEach(() => {
    gate = Promise.withResolvers()
    gateway.state.before = (_service, url) => (url === TIPS ? gate.promise : undefined)
  })
  afterEach(() => gate.resolve())

  const { call } = gatewayClient(() => gateway.url)
  const tip = (as: SignedIn, signal?: AbortSignal) => call(TIPS, { method: 'POST', as, ...(signal && { signal }) })
  const countRequests = () => gateway.state.requests.filter((line) => line.endsWith(TIPS)).length
  const statusesOf = async (replies: Promise<Response>[]) => (await Promise.all(replies)).map(({ status }) => status)
  /** Sends as many tips as an account may have in flight and queued, and one more, which is rejected. */
  const fillShare = async (as: SignedIn) => {
    const replies = Array.from({ length: SLOTS + QUEUED + 1 }, () => tip(as))
    const rejected = await Promise.race(replies)
    return { rejected, replies }
  }

  test('allows two tips in flight and sixteen queued, and rejects one more of this account only', async () => {
    const before = countRequests()
    // A session that the gateway does not know yet is resolved first.
    const { rejected, replies } = await fillShare(signIn(gateway.state))
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await rejected.json()).toMatchObject({
      code: 'TOO_MANY_AT_ONCE',
      message: expect.stringContaining('wasn’t saved'),
    })
    await vi.waitFor(() => expect(countRequests()).toBe(before + SLOTS), SLOW_MACHINE)
    const other = tip(signIn(gateway.state))
    await vi.waitFor(() => expect(countRequests()).toBe(before + SLOTS + 1), SLOW_MACHINE)
    gate.resolve()
    expect((await other).status).toBe(201)
    const expected = [...Array.from({ length: SLOTS + QUEUED }, () => 201), 429]
    expect((await statusesOf(replies)).toSorted()).toEqual(expected)
  })

  test('shares the slots among all sessions of the account', async () => {
    const phone = signIn(gateway.state)
    const laptop = signIn(gateway.state, { userId: phone.session.userId })
    const { replies } = await fillShare(phone)
    expect((await tip(laptop)).status).toBe(429)
    gate.resolve()
    await Promise.all(replies)
    expect((await tip(laptop)).status).toBe(201)
  })

  test('releases slots of clients that disconnect, also while queued', async () => {
    const fan = signIn(gateway.state)
    const before = countRequests()
    const leaving = new AbortController()
    const gone = Array.from({ length: SLOTS + QUEUED }, () => tip(fan, leaving.signal).catch(() => 'gone'))
    await vi.waitFor(() => expect(countRequests()).toBe(before + SLOTS), SLOW_MACHINE)
    leaving.abort()
    await Promise.all(gone)
    gate.resolve()
    await vi.waitFor(async () => expect((await tip(fan)).status).toBe(201), SLOW_MACHINE)
    expect(countRequests()).toBeLessThanOrEqual(before + SLOTS + QUEUED + 1)
  })

  test('counts the limit per minute before a slot is acquired', async () => {
    const fan = signIn(gateway.state)
    const { replies } = await fillShare(fan)
    gate.resolve()
    await Promise.all(replies)
    const rest = await Promise.all(Array.from({ length: 30 }, () => tip(fan)))
    const limited = rest.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThan(0)
    const codes = await Promise.all(limited.map(async (reply) => ((await reply.json()) as { code: string }).code))
    expect(codes).toContain('TOO_MANY_REQUESTS')
  })
})
