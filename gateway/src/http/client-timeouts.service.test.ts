import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RawClient, rawClient } from '../../test/raw-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const ways = [
  { way: 'services in this process', overHttp: false },
  { way: 'services over HTTP', overHttp: true },
]
let gateways: TestGateway[]
beforeAll(async () => {
  gateways = await Promise.all(ways.map(({ overHttp }) => startTestGateway({ overHttp })))
})
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())))
afterEach(() => {
  for (const gateway of gateways) gateway.state.before = () => {}
})

const client = ({ url }: TestGateway): RawClient => rawClient(url)
const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('')
const sending = (path: string, ...headers: string[]): string =>
  lines(`POST ${path} HTTP/1.1`, 'host: fans.test', 'content-type: application/json', ...headers, '')
const asking = (path: string, { cookie }: SignedIn): string =>
  lines(`GET ${path} HTTP/1.1`, 'host: fans.test', `cookie: ${cookie}`, '')

/** Sends a text every 500 ms until the connection ends; returns what was received. */
const dribble = async (slow: RawClient, text: string): Promise<string> => {
  const drip = setInterval(() => slow.write(text), 500)
  const heard = await slow.ended
  clearInterval(drip)
  return heard
}
const bodyOf = (reply: string): unknown => JSON.parse(reply.split('\r\n\r\n')[1] ?? '')

describe.concurrent('slow client', () => {
  test.each(ways.map(({ way }, index) => [way, index] as const))(
    'gets 408 for a slow body, and the service is released: %s',
    async (_way, index) => {
      const gateway = gateways[index]!
      const slow = client(gateway)
      slow.write(sending('/api/auth/register', 'content-length: 1000'))
      const heard = await dribble(slow, ' ')
      expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(bodyOf(heard)).toMatchObject({ code: 'REQUEST_TOO_SLOW' })
      await vi.waitFor(() => expect(gateway.state.failed).toContain('identity POST /api/auth/register'))
    },
  )

  test('gets 408 for slow headers', async () => {
    const slow = client(gateways[0]!)
    slow.write('GET / HTTP/1.1\r\n')
    expect(bodyOf(await dribble(slow, 'x: y\r\n'))).toMatchObject({ code: 'REQUEST_TOO_SLOW' })
  })

  test('is disconnected when it sends nothing', async () => {
    await client(gateways[0]!).ended
  })

  test('is disconnected when it continues a body that was already answered', async () => {
    const slow = client(gateways[0]!)
    slow.write(sending('/api/tips', 'transfer-encoding: chunked'))
    const heard = await dribble(slow, '1\r\n \r\n')
    expect(heard).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('invalid request', () => {
  test('gets 400', async () => {
    const odd = client(gateways[0]!)
    odd.write('HELLO\r\n\r\n')
    const heard = await odd.ended
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(heard)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('gets an error for too many headers', async () => {
    const odd = client(gateways[0]!)
    odd.write(lines('GET / HTTP/1.1', ...Array<string>(400).fill(`x: ${'y'.repeat(100)}`), ''))
    expect(bodyOf(await odd.ended)).toMatchObject({ code: 'HEADERS_TOO_LARGE' })
  })
})

describe.each(ways.map(({ way }, index) => ({ way, index })))('pipelined requests, $way', ({ index }) => {
  test('are answered in order, each after the previous one', async () => {
    const gateway = gateways[index]!
    const { state } = gateway
    const fan = signIn(state)
    const release = Promise.withResolvers<void>()
    state.before = (_service, url) => (url.endsWith('first') ? release.promise : undefined)
    const before = state.asked.length
    const eager = client(gateway)
    eager.write(asking('/api/users/first', fan) + asking('/api/auth/user', fan) + asking('/api/auth/user', fan))
    await expect.poll(() => state.asked).toContain('identity GET /api/users/first')
    const other = client(gateway)
    other.write(asking('/healthz', fan))
    await expect.poll(() => other.heard()).toContain('200 OK')
    expect(state.asked.slice(before).filter((line) => line.includes('/api/'))).toHaveLength(1)
    release.resolve()
    await expect
      .poll(() => eager.heard().match(/HTTP\/1\.1 \d+/g))
      .toEqual(['HTTP/1.1 404', 'HTTP/1.1 200', 'HTTP/1.1 200'])
    expect(eager.isOpen()).toBe(true)
    eager.close()
    other.close()
  })

  test('are limited in number, with their replies', async () => {
    const gateway = gateways[index]!
    const fan = signIn(gateway.state)
    const before = gateway.state.asked.length
    const greedy = Array.from({ length: 5 }, () => client(gateway))
    for (const one of greedy) {
      one.stopReading()
      one.write(asking('/api/auth/user', fan).repeat(400))
    }
    await Promise.all(greedy.map((one) => one.ended))
    expect(gateway.state.asked.length - before).toBeLessThan(greedy.length * 20)
  })
})
