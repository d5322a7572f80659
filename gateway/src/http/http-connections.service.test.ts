import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RawClient, rawClient } from '../../test/raw-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const setups = [
  { setup: 'services in this process', overHttp: false },
  { setup: 'services over HTTP', overHttp: true },
]
let gateways: TestGateway[]
beforeAll(async () => {
  gateways = await Promise.all(setups.map(({ overHttp }) => startTestGateway({ overHttp })))
})
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())))
afterEach(() => {
  for (const gateway of gateways) gateway.state.before = () => {}
})

const client = ({ url }: TestGateway): RawClient => rawClient(url)
const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('')
const postHead = (path: string, ...headers: string[]): string =>
  lines(`POST ${path} HTTP/1.1`, 'host: fans.test', 'content-type: application/json', ...headers, '')
const getHead = (path: string, { cookie }: SignedIn): string =>
  lines(`GET ${path} HTTP/1.1`, 'host: fans.test', `cookie: ${cookie}`, '')

/** Sends a text every 500 ms until the connection ends; returns what was received. */
const sendSlowly = async (slow: RawClient, text: string): Promise<string> => {
  const timer = setInterval(() => slow.write(text), 500)
  const received = await slow.ended
  clearInterval(timer)
  return received
}
const bodyOf = (reply: string): unknown => JSON.parse(reply.split('\r\n\r\n')[1] ?? '')

describe.concurrent('slow client', () => {
  test.each(setups.map(({ setup }, index) => [setup, index] as const))(
    'replies 408 to a slow body, and ends the request to the service: %s',
    async (_setup, index) => {
      const gateway = gateways[index]!
      const slow = client(gateway)
      slow.write(postHead('/api/auth/register', 'content-length: 1000'))
      const received = await sendSlowly(slow, ' ')
      expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(bodyOf(received)).toMatchObject({ code: 'REQUEST_TOO_SLOW' })
      await vi.waitFor(() => expect(gateway.state.failed).toContain('identity POST /api/auth/register'))
    },
  )

  test('replies 408 to slow headers', async () => {
    const slow = client(gateways[0]!)
    slow.write('GET / HTTP/1.1\r\n')
    expect(bodyOf(await sendSlowly(slow, 'x: y\r\n'))).toMatchObject({ code: 'REQUEST_TOO_SLOW' })
  })

  test('disconnects a client that sends nothing', async () => {
    await client(gateways[0]!).ended
  })

  test('disconnects a client that continues a body after the reply', async () => {
    const slow = client(gateways[0]!)
    slow.write(postHead('/api/tips', 'transfer-encoding: chunked'))
    const received = await sendSlowly(slow, '1\r\n \r\n')
    expect(received).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('invalid request', () => {
  test('replies 400 to an invalid request', async () => {
    const odd = client(gateways[0]!)
    odd.write('HELLO\r\n\r\n')
    const received = await odd.ended
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(received)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('replies with an error to too many headers', async () => {
    const odd = client(gateways[0]!)
    odd.write(lines('GET / HTTP/1.1', ...Array<string>(400).fill(`x: ${'y'.repeat(100)}`), ''))
    expect(bodyOf(await odd.ended)).toMatchObject({ code: 'HEADERS_TOO_LARGE' })
  })
})

describe.each(setups.map(({ setup }, index) => ({ setup, index })))('pipelined requests, $setup', ({ index }) => {
  test('replies to pipelined requests in order, each after the previous one', async () => {
    const gateway = gateways[index]!
    const { state } = gateway
    const fan = signIn(state)
    const release = Promise.withResolvers<void>()
    state.before = (_service, url) => (url.endsWith('teams') ? release.promise : undefined)
    const before = state.requests.length
    const eager = client(gateway)
    eager.write(getHead('/api/users/teams', fan) + getHead('/api/auth/user', fan) + getHead('/api/auth/user', fan))
    await expect.poll(() => state.requests).toContain('identity GET /api/users/teams')
    const other = client(gateway)
    other.write(getHead('/healthz', fan))
    await expect.poll(() => other.received()).toContain('200 OK')
    expect(state.requests.slice(before).filter((line) => line.includes('/api/'))).toHaveLength(1)
    release.resolve()
    await expect
      .poll(() => eager.received().match(/HTTP\/1\.1 \d+/g))
      .toEqual(['HTTP/1.1 404', 'HTTP/1.1 200', 'HTTP/1.1 200'])
    expect(eager.isOpen()).toBe(true)
    eager.close()
    other.close()
  })

  test('limits the number of pipelined requests', async () => {
    const gateway = gateways[index]!
    const fan = signIn(gateway.state)
    const before = gateway.state.requests.length
    const greedy = Array.from({ length: 5 }, () => client(gateway))
    for (const one of greedy) {
      one.stopReading()
      one.write(getHead('/api/auth/user', fan).repeat(400))
    }
    await Promise.all(greedy.map((one) => one.ended))
    expect(gateway.state.requests.length - before).toBeLessThan(greedy.length * 20)
  })
})
