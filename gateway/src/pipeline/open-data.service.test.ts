import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

describe.each([
  ['in this process', false],
  ['over http', true],
])('open data of services %s', (_, overHttp) => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({
      overHttp,
      config: { limits: { writes: 1_000, adminWrites: 1_000, openData: 6 }, trustProxy: ['loopback'] },
    })
  })
  afterAll(() => gateway?.close())

  let households = 0
  /** Requests open data, each time from another client address unless a header names one. */
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${gateway.url}/api/open/weekends${path}`, {
      method,
      headers: { 'x-forwarded-for': `203.0.113.${++households}`, ...headers },
    })
  const CSV = '/3/leaderboard.csv'
  const requests = () => gateway.state.requests.filter((line) => line.includes('/api/open/')).length

  test('serves every caller without revealing the session', async () => {
    const { cookie } = signIn(gateway.state, { isAdmin: true })
    const reply = await open('', { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
    expect(await reply.json()).toEqual([{ identity: null, cookie: null }])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=5')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('set-cookie')).toBeNull()
    const csv = await open(CSV, { cookie })
    expect(await csv.text()).toBe('undefined,undefined')
    expect(csv.headers.get('cache-control')).toBe('public, max-age=5')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="leaderboard-3.csv"')
    expect(csv.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('answers from memory, and revalidates copies', async () => {
    const first = await open('')
    await open('')
    const before = requests()
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await open('', headers)
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect(requests() - before).toBeLessThanOrEqual(1)
  })

  test('answers the preflight of a page of another site', async () => {
    const reply = await open('', { origin: 'https://elsewhere.example' }, 'OPTIONS')
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-headers')).toBe('If-None-Match')
    expect((await open('', {}, 'POST')).status).toBe(404)
  })

  test('limits requests per address, and exposes Retry-After to other sites', async () => {
    const from = { 'x-forwarded-for': '2001:db8:1:2::3' }
    for (let count = 0; count < 6; count++) expect((await open(count % 2 ? CSV : '', from)).status).toBe(200)
    const rejected = await open('', { 'x-forwarded-for': '2001:db8:1:2::4' })
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(rejected.headers.get('access-control-allow-origin')).toBe('*')
    expect(await rejected.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await open('', { 'x-forwarded-for': '2001:db8:1:3::3' })).status).toBe(200)
  })
})
