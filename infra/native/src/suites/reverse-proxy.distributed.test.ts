import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { createHttpClient, openFanSocket, type ProductApi, productApi } from '@purple-sector/race-day'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../test/create-test-product.ts'
import { category, createWeekendWithRace } from '../../test/create-weekend.ts'
import { type Caddy, hasCaddy, startCaddy } from '../../test/start-caddy.ts'

const OPEN_DATA = '/api/open/weekends'
const OPEN_DATA_PER_MINUTE = 5
/** Gateways fail two health checks, one a second, before they get no new requests. */
const FAILOVER = { timeout: 15_000, interval: 100 }

type Call = { port: number; path: string; from?: string; headers?: Record<string, string>; method?: string }

/** Returns status and headers of a reply; `from` is the client's loopback address. */
const call = async (
  { port, path, from = '127.0.0.1', headers = {}, method = 'GET' }: Call,
  send: typeof httpRequest = httpRequest,
) => {
  const options = { host: '127.0.0.1', port, path, method, localAddress: from, headers, agent: false as const }
  const request = send({ ...options, ...{ rejectUnauthorized: false, servername: 'localhost' } }).end()
  const [reply] = await once(request, 'response')
  reply.resume()
  await once(reply, 'end')
  return { status: reply.statusCode as number, headers: reply.headers as Record<string, string | undefined> }
}

/** Sends text slowly on a new connection. Returns the ms until the server closes it, and what it replied. */
const trickle = async (port: number, text: string, everyMs: number) => {
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (data) => {
    reply += data
  })
  socket.on('error', () => {})
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), everyMs)
  await once(socket, 'close')
  clearInterval(timer)
  return { ms: performance.now() - startedAt, reply }
}

describe.runIf(hasCaddy())('the reverse proxy of docker-compose.yml in front of two gateways', () => {
  const stops: (() => Promise<unknown>)[] = []
  let testProduct: TestProduct
  let caddy: Caddy
  let url: string
  let api: ProductApi
  let weekend: Awaited<ReturnType<typeof createWeekendWithRace>>
  const gatewayHosts = () => testProduct.product.gateways.map((gateway) => new URL(gateway).host)

  beforeAll(async () => {
    testProduct = await createTestProduct('reverse-proxy', {
      replicas: { gateway: 2, 'scoring-worker': 1 },
      settings: { TRUST_PROXY: 'loopback', LIMIT_OPEN_DATA: String(OPEN_DATA_PER_MINUTE), LIMIT_WRITES: '100000' },
    })
    stops.unshift(() => testProduct.stop())
    caddy = await startCaddy(gatewayHosts())
    stops.unshift(() => caddy.stop())
    url = `http://127.0.0.1:${caddy.httpPort}`
    const http = createHttpClient({ urls: [url] })
    stops.unshift(() => http.close())
    api = productApi(http)
    const admin = await api.signIn(testProduct.product.admin.email, testProduct.product.admin.password)
    weekend = await createWeekendWithRace(api, admin, 'Behind a proxy')
  }, 240_000)

  afterAll(async () => {
    for (const stop of stops) await stop()
  }, 60_000)

  /** The open sockets of a gateway, as it counts them. */
  const socketsOf = async (name: string): Promise<number> => {
    const metrics = await (await fetch(testProduct.product.metricsUrlOf(name))).text()
    return Number(/^gateway_sockets(?:\{[^}]*\})? (\d+)$/m.exec(metrics)?.[1])
  }

  const readUser = () =>
    call({ port: caddy.httpPort, path: '/api/auth/user', headers: { cookie: weekend.fans[0]?.cookie ?? '' } })

  const openScreens = async () => {
    const screens = weekend.fans.map(({ cookie }) =>
      openFanSocket({ urls: [url], cookie, weekendId: weekend.weekendId }),
    )
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })
    await Promise.all(screens.map(({ ready }) => ready))
    return screens
  }

  test('passes probes, pages and calls, and spreads sockets over both gateways', async () => {
    for (const path of ['/healthz', '/readyz', '/'])
      expect((await call({ port: caddy.httpPort, path })).status, path).toBeLessThan(400)
    const screens = await openScreens()
    expect(await Promise.all(['gateway-1', 'gateway-2'].map(socketsOf))).toEqual([2, 2])
    const [fan] = weekend.fans
    await api.submitTip(fan!.cookie, { weekendId: weekend.weekendId, category, carId: weekend.cars[0] ?? 0 })
    await expect.poll(() => screens.map(({ board }) => board?.total)).toEqual(screens.map(() => 1))
  })

  test("counts limits by the client's address, which a client cannot forge", async () => {
    const statusesFrom = (from: string, headers = {}) =>
      Promise.all(
        Array.from({ length: OPEN_DATA_PER_MINUTE + 1 }, async () => {
          const { status } = await call({ port: caddy.httpPort, path: OPEN_DATA, from, headers })
          return status
        }),
      )
    expect((await statusesFrom('127.0.0.5')).filter((status) => status === 429)).toHaveLength(1)
    const forged = { 'x-forwarded-for': '203.0.113.7', 'x-client-address': '203.0.113.7', forwarded: 'for=203.0.113.7' }
    expect(await statusesFrom('127.0.0.5', forged)).toEqual(Array(OPEN_DATA_PER_MINUTE + 1).fill(429))
    expect((await statusesFrom('127.0.0.6')).filter((status) => status === 200)).toHaveLength(OPEN_DATA_PER_MINUTE)
  })

  test('serves https with a certificate of its own at localhost, behind a trusted proxy', async () => {
    const secured = await startCaddy(gatewayHosts(), { PUBLIC_URL: 'https://localhost', TRUST_PROXY: '127.0.0.9' })
    onTestFinished(() => secured.stop())
    const plain = await call({ port: secured.httpPort, path: '/readyz', headers: { host: 'localhost' } })
    expect([plain.status, plain.headers.location]).toEqual([308, 'https://localhost/readyz'])
    const overTls = (from: string, address: string, path = OPEN_DATA) =>
      call(
        { port: secured.httpsPort, path, from, headers: { host: 'localhost', 'x-forwarded-for': address } },
        httpsRequest,
      )
    const isCertified = () =>
      overTls('127.0.0.9', '203.0.113.8', '/readyz').then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(isCertified).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count <= OPEN_DATA_PER_MINUTE; count++)
      statuses.push((await overTls('127.0.0.9', '203.0.113.8')).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await overTls('127.0.0.9', '203.0.113.9')).status).toBe(200)
    // Not the trusted proxy: the address that it names has no meaning.
    expect((await overTls('127.0.0.10', '203.0.113.8')).status).toBe(200)
  })

  test('ends a client that sends its headers or its body slowly', async () => {
    const [headers, body] = await Promise.all([
      trickle(
        caddy.httpPort,
        'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        500,
      ),
      trickle(
        caddy.httpPort,
        'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n'.padEnd(
          9000,
          ' ',
        ),
        20,
      ),
    ])
    expect(headers.ms).toBeGreaterThan(8_000)
    expect(headers.ms).toBeLessThan(15_000)
    expect(body.ms).toBeGreaterThan(8_000)
    expect(body.ms).toBeLessThan(40_000)
    const metrics = await Promise.all(
      ['gateway-1', 'gateway-2'].map(async (name) => (await fetch(testProduct.product.metricsUrlOf(name))).text()),
    )
    // The proxy ended both: no gateway had to.
    for (const text of metrics)
      expect(text).not.toMatch(/gateway_connections_aborted_total\{reason="slow-request"\} [1-9]/)
  })

  test('moves sockets from a gateway that stops, without an interruption', async () => {
    const screens = await openScreens()
    await testProduct.product.kill('gateway-1', 'SIGTERM')
    await expect.poll(() => socketsOf('gateway-2').catch(() => 0), FAILOVER).toBe(screens.length)
    await expect
      .poll(
        () =>
          fetch(testProduct.product.metricsUrlOf('gateway-1')).then(
            () => 'running',
            () => 'stopped',
          ),
        {
          timeout: 30_000,
        },
      )
      .toBe('stopped')
    expect(screens.map(({ interruptions }) => interruptions)).toEqual(screens.map(() => 0))
    await testProduct.product.restart('gateway-1')
  })

  test('fails no read while a gateway is killed', async () => {
    const statuses: (number | string)[] = []
    let isOver = false
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver)
        statuses.push(
          await readUser().then(
            ({ status }) => status,
            (error: Error) => error.message,
          ),
        )
    })
    const countAfter = async (count: number) => {
      const before = statuses.length
      await expect.poll(() => statuses.length - before, FAILOVER).toBeGreaterThan(count)
    }
    await countAfter(100)
    await testProduct.product.kill('gateway-1')
    await countAfter(300)
    isOver = true
    await Promise.all(reading)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  test('says when to try again while no gateway is ready', async () => {
    await testProduct.product.kill('gateway-2')
    const { status, headers } = await readUser()
    expect([502, 503]).toContain(status)
    expect(headers['retry-after']).toBe('5')
    await testProduct.product.restart('gateway-1')
    await expect.poll(async () => (await call({ port: caddy.httpPort, path: '/readyz' })).status, FAILOVER).toBe(200)
  })
})
