import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, identityFixture } from '../../test/identity-fixture.ts'
import { hashOf } from './one-time-tokens.ts'

let identity: Fixture
beforeAll(async () => {
  identity = await identityFixture({ adminEmails: ['boss@example.org'], adminPassword: undefined })
})
afterAll(() => identity.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  identity.app.inject({ method: 'POST', url, payload, headers })
const login = (email: string, password: string, address = '127.0.0.1') =>
  post('/api/auth/login', { email, password }, { 'x-client-address': address })
const expire = (token: string) =>
  identity
    .database('one_time_tokens')
    .where({ hash: hashOf(token) })
    .update({ expires_at: identity.database.raw(`now() - interval '1 second'`) })

describe('the caller', () => {
  it('is answered as a whole user', async () => {
    const { user, headers } = await identity.register({ username: 'caller' })
    const reply = await identity.app.inject({ url: '/api/auth/user', headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(user)
  })

  it('is nobody without a session', async () => {
    const reply = await identity.app.inject('/api/auth/user')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Unauthorized' })
    for (const url of ['/api/auth/verify/send', '/api/auth/password', '/api/auth/logout-everywhere'])
      expect((await post(url, {})).statusCode).toBe(401)
  })
})

describe('verifying an address', () => {
  it('works once by the link mailed at registration', async () => {
    const { user, headers } = await identity.register()
    const token = await identity.tokenMailedTo(user.email)
    const looked = await identity.app.inject({ method: 'HEAD', url: `/api/auth/verify?token=${token}` })
    expect(looked.statusCode).toBe(404)
    const verified = await identity.app.inject(`/api/auth/verify?token=${token}`)
    expect([verified.statusCode, verified.headers.location]).toEqual([303, '/'])
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { verifiedEmail: null },
      { verifiedEmail: user.email },
    ])
    const again = await identity.app.inject(`/api/auth/verify?token=${token}`)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({ code: 'TOKEN_INVALID', issues: [{ path: 'token' }] })
    const count = (await identity.mails()).length
    expect((await post('/api/auth/verify/send', {}, headers)).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(count)
  })

  it('can be asked for again, and the first link still works', async () => {
    const { user, headers } = await identity.register()
    const first = await identity.tokenMailedTo(user.email)
    const reply = await post('/api/auth/verify/send', {}, headers)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const second = await identity.tokenMailedTo(user.email)
    expect(second).not.toBe(first)
    expect((await identity.app.inject(`/api/auth/verify?token=${first}`)).statusCode).toBe(303)
  })

  it('is over after 24 hours', async () => {
    const { user } = await identity.register()
    const token = await identity.tokenMailedTo(user.email)
    await expire(token)
    expect((await identity.app.inject(`/api/auth/verify?token=${token}`)).statusCode).toBe(400)
  })

  it('explains itself to a person in front of a browser', async () => {
    const reply = await identity.app.inject({ url: '/api/auth/verify?token=old', headers: { accept: 'text/html,*/*' } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(reply.body).toContain('This link does not work')
  })

  it('makes an administrator of a named address', async () => {
    const { user, secret } = await identity.register({ email: 'Boss@example.org' })
    expect(user.isAdmin).toBe(false)
    const token = await identity.tokenMailedTo(user.email)
    await identity.app.inject(`/api/auth/verify?token=${token}`)
    const headers = await identity.headersFor(secret)
    expect((await identity.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({ isAdmin: true })
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { isAdmin: false },
      { isAdmin: true },
    ])
    const [resolved] = (await identity.resolve([secret])) as unknown as { isAdmin: boolean; expiresAt: string }[]
    const hours = (new Date(resolved?.expiresAt ?? 0).getTime() - Date.now()) / 3_600_000
    expect(resolved?.isAdmin).toBe(true)
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThanOrEqual(12.01)
  })

  it('is not mailed without end', async () => {
    const { headers } = await identity.register()
    for (let each = 0; each < 10; each++) await post('/api/auth/verify/send', {}, headers)
    const refused = await post('/api/auth/verify/send', {}, headers)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

describe('changing the password', () => {
  it('ends every other session and keeps this one', async () => {
    const { user, secret, headers } = await identity.register()
    const other = identity.cookieOf(await login(user.email, 'correct horse')) ?? ''
    const reply = await post(
      '/api/auth/password',
      { currentPassword: 'correct horse', password: 'battery staple' },
      headers,
    )
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await identity.resolve([secret, other])).toHaveLength(1)
    expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toEqual([
      { userId: user.id, hashes: [hashOf(other)] },
    ])
    expect((await login(user.email, 'correct horse')).statusCode).toBe(401)
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
  })

  it('needs the present one', async () => {
    const { headers } = await identity.register()
    const wrong = await post('/api/auth/password', { currentPassword: 'wrong', password: 'battery staple' }, headers)
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ code: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    const short = await post('/api/auth/password', { currentPassword: 'correct horse', password: 'short' }, headers)
    expect(short.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'password' }] })
  })

  it('cannot be used to guess without end', async () => {
    const { headers } = await identity.register()
    const guess = () => post('/api/auth/password', { currentPassword: 'wrong', password: 'battery staple' }, headers)
    for (let each = 0; each < 10; each++) expect((await guess()).statusCode).toBe(400)
    expect((await guess()).statusCode).toBe(429)
  })

  it('leaves no session that was begun with the old one meanwhile', async () => {
    const { user, headers } = await identity.register()
    const logins = Array.from({ length: 6 }, (_, index) => login(user.email, 'correct horse', `10.2.0.${index}`))
    const change = post('/api/auth/password', { currentPassword: 'correct horse', password: 'battery staple' }, headers)
    const secrets = (await Promise.all(logins)).flatMap((reply) => identity.cookieOf(reply) ?? [])
    expect((await change).statusCode).toBe(204)
    const later = await Promise.all(Array.from({ length: 2 }, () => login(user.email, 'correct horse')))
    expect(later.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await identity.resolve(secrets)).toEqual([])
  })
})

describe('a forgotten password', () => {
  it('is set anew by the mailed link, once, and every session ends', async () => {
    const { user, secret } = await identity.register()
    const asked = await post('/api/auth/password/forgot', { email: user.email.toUpperCase() })
    expect([asked.statusCode, asked.body]).toEqual([204, ''])
    const token = await identity.tokenMailedTo(user.email)
    const reset = await post('/api/auth/password/reset', { token, password: 'battery staple' })
    expect([reset.statusCode, reset.body]).toEqual([204, ''])
    expect(await identity.resolve([secret])).toEqual([])
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
    expect((await login(user.email, 'correct horse')).statusCode).toBe(401)
    const again = await post('/api/auth/password/reset', { token, password: 'another staple' })
    expect([again.statusCode, again.json().code]).toEqual([400, 'TOKEN_INVALID'])
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { verifiedEmail: null },
      { verifiedEmail: user.email },
    ])
  })

  it('answers the same for an address nobody has, and mails nothing', async () => {
    const before = await identity.mails()
    const reply = await post('/api/auth/password/forgot', { email: 'nobody@example.org' })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await identity.mails()).toEqual(before)
  })

  it('does not flood a mailbox', async () => {
    const { user } = await identity.register()
    const before = (await identity.mails()).length
    for (let each = 0; each < 8; each++)
      expect((await post('/api/auth/password/forgot', { email: user.email })).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(before + 5)
  })

  it('cannot be set by a link that is an hour old or was made for something else', async () => {
    const { user } = await identity.register()
    const forVerifying = await identity.tokenMailedTo(user.email)
    expect(
      (await post('/api/auth/password/reset', { token: forVerifying, password: 'battery staple' })).statusCode,
    ).toBe(400)
    await post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    await expire(token)
    expect((await post('/api/auth/password/reset', { token, password: 'battery staple' })).statusCode).toBe(400)
  })

  it('works without script, too', async () => {
    const { user } = await identity.register()
    expect((await identity.app.inject('/api/auth/password/forgot')).body).toContain(
      'action="/api/auth/password/forgot"',
    )
    const asked = await identity.postForm('/api/auth/password/forgot', { email: user.email })
    expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const token = await identity.tokenMailedTo(user.email)
    const page = await identity.app.inject(`/api/auth/password/reset?token=${token}`)
    expect(page.body).toContain(`name="token" value="${token}"`)
    const short = await identity.postForm('/api/auth/password/reset', { token, password: 'short' })
    expect(short.statusCode).toBe(400)
    expect(short.body).toContain('Password must be at least 8 characters')
    expect(short.body).toContain(`value="${token}"`)
    const done = await identity.postForm('/api/auth/password/reset', { token, password: 'battery staple' })
    expect(done.statusCode).toBe(200)
    expect((await login(user.email, 'battery staple')).statusCode).toBe(200)
  })

  it.each([
    ['/api/auth/password/forgot', 'email', { email: 'no address' }],
    ['/api/auth/password/reset', 'token', { password: 'battery staple' }],
    ['/api/auth/password/reset', 'password', { token: 'a', password: 'short' }],
  ])('names the field at fault: %s %s', async (url, path, body) => {
    const reply = await post(url, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ issues: [{ path }] })
  })
})
