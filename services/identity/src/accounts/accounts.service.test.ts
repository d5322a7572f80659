import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from './one-time-token-repository.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

const login = (email: string, password: string, address = '127.0.0.1') =>
  identity.post('/api/auth/login', { email, password }, { 'x-client-address': address })
const expireToken = (token: string) =>
  identity
    .database('one_time_tokens')
    .where({ hash: hashOf(token) })
    .update({ expires_at: identity.database.raw(`now() - interval '1 second'`) })

describe('GET /api/auth/user', () => {
  test('returns all fields of the caller', async () => {
    const { user, headers } = await identity.register({ username: 'caller' })
    const reply = await identity.app.inject({ url: '/api/auth/user', headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(user)
  })

  test('replies with 401 without a session', async () => {
    const reply = await identity.app.inject('/api/auth/user')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' })
    for (const url of ['/api/auth/verify/send', '/api/auth/password', '/api/auth/logout-everywhere'])
      expect((await identity.post(url, {})).statusCode).toBe(401)
  })
})

describe('changing the password', () => {
  test('ends every other session of the user', async () => {
    const { user, secret, headers } = await identity.register()
    const otherSecret = identity.cookieOf(await login(user.email, 'correct horse')) ?? ''
    const reply = await identity.post(
      '/api/auth/password',
      { currentPassword: 'correct horse', password: 'battery staple' },
      headers,
    )
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await identity.resolve([secret, otherSecret])).toHaveLength(1)
    expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toEqual([
      { userId: user.id, hashes: [hashOf(otherSecret)] },
    ])
    expect((await login(user.email, 'correct horse')).statusCode).toBe(401)
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
  })

  test('requires the current password', async () => {
    const { headers } = await identity.register()
    const wrong = await identity.post(
      '/api/auth/password',
      { currentPassword: 'wrong', password: 'battery staple' },
      headers,
    )
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ code: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    const short = await identity.post(
      '/api/auth/password',
      { currentPassword: 'correct horse', password: 'short' },
      headers,
    )
    expect(short.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'password' }] })
  })

  test('limits wrong guesses', async () => {
    const { headers } = await identity.register()
    const guess = () =>
      identity.post('/api/auth/password', { currentPassword: 'wrong', password: 'battery staple' }, headers)
    for (let each = 0; each < 10; each++) expect((await guess()).statusCode).toBe(400)
    expect((await guess()).statusCode).toBe(429)
  })

  test('ends sessions that concurrent sign-ins start with the old password', async () => {
    const { user, headers } = await identity.register()
    const logins = Array.from({ length: 6 }, (_, index) => login(user.email, 'correct horse', `10.2.0.${index}`))
    const change = identity.post(
      '/api/auth/password',
      { currentPassword: 'correct horse', password: 'battery staple' },
      headers,
    )
    const secrets = (await Promise.all(logins)).flatMap((reply) => identity.cookieOf(reply) ?? [])
    expect((await change).statusCode).toBe(204)
    const oldPasswordLogins = await Promise.all(Array.from({ length: 2 }, () => login(user.email, 'correct horse')))
    expect(oldPasswordLogins.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await identity.resolve(secrets)).toEqual([])
  })
})

describe('resetting the password', () => {
  test('sets a new password by the mailed link once, and ends every session', async () => {
    const { user, secret } = await identity.register()
    const requested = await identity.post('/api/auth/password/forgot', { email: user.email.toUpperCase() })
    expect([requested.statusCode, requested.body]).toEqual([204, ''])
    const token = await identity.tokenMailedTo(user.email)
    const reset = await identity.post('/api/auth/password/reset', { token, password: 'battery staple' })
    expect([reset.statusCode, reset.body]).toEqual([204, ''])
    expect(await identity.resolve([secret])).toEqual([])
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
    expect((await login(user.email, 'correct horse')).statusCode).toBe(401)
    const secondReset = await identity.post('/api/auth/password/reset', { token, password: 'another staple' })
    expect([secondReset.statusCode, secondReset.json().code]).toEqual([400, 'TOKEN_INVALID'])
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { verifiedEmail: null },
      { verifiedEmail: user.email },
    ])
  })

  test('replies in the same way for an unknown address, and mails nothing', async () => {
    const before = await identity.mails()
    const reply = await identity.post('/api/auth/password/forgot', { email: 'nobody@example.org' })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await identity.mails()).toEqual(before)
  })

  test('limits mails per account', async () => {
    const { user } = await identity.register()
    const before = (await identity.mails()).length
    for (let each = 0; each < 8; each++)
      expect((await identity.post('/api/auth/password/forgot', { email: user.email })).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(before + 5)
  })

  test('limits requests per IPv6 network to 60 an hour, from all its addresses together', async () => {
    const { user } = await identity.register()
    const forgot = (email: string, address: string) =>
      identity.post('/api/auth/password/forgot', { email }, { 'x-client-address': address })
    for (let each = 0; each < 60; each++)
      await forgot(`nobody${each}@example.org`, `2001:db8:0:7::${each.toString(16)}`)
    const before = (await identity.mails()).length
    expect((await forgot(user.email, '2001:db8:0:7:ffff::1')).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(before)
    expect((await forgot(user.email, '2001:db8:0:8::1')).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(before + 1)
  })

  test('rejects a link after an hour, and a link for another purpose', async () => {
    const { user } = await identity.register()
    const verifyToken = await identity.tokenMailedTo(user.email)
    expect(
      (await identity.post('/api/auth/password/reset', { token: verifyToken, password: 'battery staple' })).statusCode,
    ).toBe(400)
    await identity.post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    await expireToken(token)
    expect((await identity.post('/api/auth/password/reset', { token, password: 'battery staple' })).statusCode).toBe(
      400,
    )
  })

  test('works without script', async () => {
    const { user } = await identity.register()
    expect((await identity.app.inject('/api/auth/password/forgot')).body).toContain(
      'action="/api/auth/password/forgot"',
    )
    const requested = await identity.postForm('/api/auth/password/forgot', { email: user.email })
    expect([requested.statusCode, requested.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const token = await identity.tokenMailedTo(user.email)
    const page = await identity.app.inject(`/api/auth/password/reset?token=${token}`)
    expect(page.body).toContain(`name="token" value="${token}"`)
    // A mail scanner opens the link before the user does.
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const)
      expect((await identity.app.inject({ method, url: `/api/auth/password/reset?token=${token}` })).statusCode).toBe(
        200,
      )
    const short = await identity.postForm('/api/auth/password/reset', { token, password: 'short' })
    expect(short.statusCode).toBe(400)
    expect(short.body).toContain('Password must be at least 8 characters')
    expect(short.body).toContain(`value="${token}"`)
    const resetReply = await identity.postForm('/api/auth/password/reset', { token, password: 'battery staple' })
    expect(resetReply.statusCode).toBe(200)
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
  })

  test.each([
    ['/api/auth/password/forgot', 'email', { email: 'no address' }],
    ['/api/auth/password/reset', 'token', { password: 'battery staple' }],
    ['/api/auth/password/reset', 'password', { token: 'a', password: 'short' }],
  ])('replies with the invalid field: %s %s', async (url, path, body) => {
    const reply = await identity.post(url, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ issues: [{ path }] })
  })
})
