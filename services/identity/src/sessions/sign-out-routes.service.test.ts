import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

describe('signing out', () => {
  test('ends the session, publishes it and redirects to the start page', async () => {
    const { user, secret, headers } = await identity.register()
    expect((await identity.app.inject({ method: 'HEAD', url: '/api/logout', headers })).statusCode).toBe(404)
    const reply = await identity.app.inject({ url: '/api/logout', headers })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/'])
    expect(reply.headers['set-cookie']).toContain('session=; Max-Age=0; Path=/')
    expect(await identity.resolve([secret])).toEqual([])
    expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toEqual([
      { userId: user.id, hashes: [hashOf(secret)] },
    ])
  })

  test('requires a confirmation when another site links to it', async () => {
    const { secret, headers } = await identity.register()
    const page = await identity.app.inject({
      url: '/api/logout',
      headers: { ...headers, 'sec-fetch-site': 'cross-site', accept: 'text/html' },
    })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toContain('<form method="post" action="/api/logout">')
    expect(await identity.resolve([secret])).toHaveLength(1)
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await identity.app.inject({ method: 'POST', url: '/api/logout', payload: '', headers: form })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/'])
    expect(reply.headers['set-cookie']).toContain('session=; Max-Age=0; Path=/')
    expect(await identity.resolve([secret])).toEqual([])
  })

  test('succeeds without a session', async () => {
    const reply = await identity.app.inject('/api/logout')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/'])
  })

  test('ends every session of the user, and no other sessions, when signing out everywhere', async () => {
    const { user, secret, headers } = await identity.register()
    const other = await identity.register()
    const second = await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' })
    const reply = await identity.post('/api/auth/logout-everywhere', {}, headers)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await identity.resolve([secret, identity.cookieOf(second) ?? '', other.secret])).toMatchObject([
      { userId: other.user.id },
    ])
  })
})
