import { weekendReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

describe('limits', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({
      config: { limits: { writes: 3, adminWrites: 5, openData: 60 }, trustProxy: ['loopback'] },
    })
  })
  afterAll(() => gateway.close())

  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}`, { method: 'POST', headers })

  test('forwards the address named by a trusted proxy to identity', async () => {
    const reply = await post('/api/auth/register', { 'x-forwarded-for': '203.0.113.7' })
    expect(await reply.json()).toEqual({ address: '203.0.113.7' })
  })

  test('counts writes per user from any address, and no reads', async () => {
    const fan = signIn(gateway.state)
    const other = signIn(gateway.state)
    for (let count = 0; count < 3; count++) expect((await post('/api/tips', { cookie: fan.cookie })).status).toBe(201)
    expect((await post('/api/tips', { cookie: fan.cookie, 'x-forwarded-for': '203.0.113.9' })).status).toBe(429)
    expect((await post('/api/tips', { cookie: other.cookie })).status).toBe(201)
    for (let count = 0; count < 10; count++)
      expect((await fetch(`${gateway.url}/api/auth/user`, { headers: { cookie: fan.cookie } })).status).toBe(200)
  })

  test('allows administrators more writes', async () => {
    const admin = signIn(gateway.state, { isAdmin: true })
    for (let count = 0; count < 5; count++) expect((await post('/api/tips', { cookie: admin.cookie })).status).toBe(201)
    expect((await post('/api/tips', { cookie: admin.cookie })).status).toBe(429)
  })
})

describe('behind https', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({
      config: { publicUrl: 'https://tips.example.com' },
      fill: ({ weekends }) => weekends.push({ weekend: weekendReply(), races: [] }),
    })
  })
  afterAll(() => gateway.close())

  test('accepts only the __Host- cookie, and writes from the public origin only', async () => {
    const fan = signIn(gateway.state)
    const bound = fan.cookie.replace('session', '__Host-session')
    const as = (cookie: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${gateway.url}${method === 'GET' ? '/api/weekends' : '/api/tips'}`, {
        method,
        headers: { cookie, ...headers },
      })
    expect((await as(fan.cookie)).status).toBe(401)
    expect((await as(bound)).status).toBe(200)
    expect((await as(bound, { origin: gateway.url }, 'POST')).status).toBe(403)
    expect((await as(bound, { origin: 'https://tips.example.com' }, 'POST')).status).toBe(201)
  })

  test('sends HSTS', async () => {
    const { headers } = await fetch(`${gateway.url}/healthz`)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })
})
