import { userReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'
import { deleteExpired } from './expired-rows-sql.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

describe('registering', () => {
  test('returns all fields of the user and starts a session', async () => {
    const reply = await identity.post('/api/auth/register', {
      email: ' Kim@Example.org ',
      password: 'correct horse',
      username: 'Kim.B',
      firstName: 'Kim',
    })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual(
      userReply({
        id: expect.any(String),
        email: 'Kim@Example.org',
        emailVerified: false,
        username: 'Kim.B',
        firstName: 'Kim',
        timeZone: null,
      }),
    )
    const secret = identity.cookieOf(reply) ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await identity.resolve([secret])).toMatchObject([
      { userId: reply.json().id, username: 'Kim.B', isAdmin: false },
    ])
    expect(await identity.events('identity.user-changed.v1', `user/${reply.json().id}`)).toMatchObject([
      { username: 'Kim.B', verifiedEmail: null, isAdmin: false, deleted: false },
    ])
  })

  test('stores neither the password nor the session secret', async () => {
    const { secret } = await identity.register({ password: 'a very special password' })
    for (const table of ['users', 'sessions', 'devices', 'outbox', 'mails', 'one_time_tokens']) {
      const rows = JSON.stringify(await identity.database(table))
      expect(rows).not.toContain('a very special password')
      expect(rows).not.toContain(secret)
    }
  })

  test('rejects a taken address, ignoring case', async () => {
    const { user } = await identity.register()
    const reply = await identity.post('/api/auth/register', {
      email: user.email.toUpperCase(),
      password: 'correct horse',
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'EMAIL_TAKEN' })
  })

  test('rejects a taken username, ignoring case', async () => {
    await identity.register({ username: 'Sally' })
    const reply = await identity.post('/api/auth/register', {
      email: 'another-sally@example.org',
      password: 'correct horse',
      username: 'sALLY',
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username already taken' })
  })

  test.each(['Race_Control', 'p.u.r.p.l.e-sector', 'ADMIN', 'm0derat0r'])(
    'rejects the reserved username %s as a taken one',
    async (username) => {
      const account = { email: 'reserved@example.org', password: 'correct horse', username }
      const reply = await identity.post('/api/auth/register', account)
      expect([reply.statusCode, reply.json()]).toMatchObject([
        409,
        { code: 'USERNAME_TAKEN', message: 'Username already taken' },
      ])
      const page = await identity.postForm('/api/auth/register', account)
      expect([page.statusCode, page.body]).toEqual([409, expect.stringContaining('Username already taken')])
    },
  )

  test('accepts one of many concurrent registrations', async () => {
    const registerSame = () =>
      identity.post('/api/auth/register', { email: 'twin@example.org', password: 'correct horse' })
    const replies = await Promise.all(Array.from({ length: 8 }, registerSame))
    const statuses = replies.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(new Set(replies.filter(({ statusCode }) => statusCode === 409).map((reply) => reply.json().code))).toEqual(
      new Set(['EMAIL_TAKEN']),
    )
  })

  test.each([
    ['email', { password: 'correct horse' }],
    ['email', { email: 'no address', password: 'correct horse' }],
    ['password', { email: 'a@example.org', password: 'short' }],
    ['password', { email: 'a@example.org', password: 'x'.repeat(129) }],
    ['username', { email: 'a@example.org', password: 'correct horse', username: 'no spaces' }],
    ['username', { email: 'a@example.org', password: 'correct horse', username: 'ab' }],
    ['firstName', { email: 'a@example.org', password: 'correct horse', firstName: 7 }],
    ['password', { email: 'a@example.org', password: 'correct\u0000horse' }],
    ['lastName', { email: 'a@example.org', password: 'correct horse', firstName: 'Kim', lastName: 'Bell\u202e' }],
    ['firstName', { email: 'a@example.org', password: 'correct horse', firstName: 'Race', lastName: 'Control' }],
  ])('replies with the invalid field: %s', async (path, body) => {
    const reply = await identity.post('/api/auth/register', body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path }] })
  })

  test('accepts only JSON and forms', async () => {
    const reply = await identity.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: 'email=a',
      headers: { 'content-type': 'text/plain' },
    })
    expect(reply.statusCode).toBe(415)
    const rejectedForm = await identity.postForm('/api/auth/logout-everywhere', { a: 'b' })
    expect(rejectedForm.statusCode).toBe(401)
  })
})

describe('signing in', () => {
  test('returns the user and starts a separate session', async () => {
    const { user, secret } = await identity.register()
    const reply = await identity.post('/api/auth/login', {
      email: ` ${user.email.toUpperCase()} `,
      password: 'correct horse',
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(user)
    expect(identity.cookieOf(reply)).not.toBe(secret)
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=.*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=.*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('does not distinguish a wrong password from an unknown account', async () => {
    const { user } = await identity.register()
    const wrong = await identity.post('/api/auth/login', { email: user.email, password: 'wrong horse' })
    const unknown = await identity.post('/api/auth/login', { email: 'nobody@example.org', password: 'wrong horse' })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    const { requestId: _wrong, ...wrongBody } = wrong.json()
    const { requestId: _unknown, ...unknownBody } = unknown.json()
    expect(wrongBody).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Wrong email or password.' })
    expect(unknownBody).toEqual(wrongBody)
  })

  test('ends the previous session of the browser', async () => {
    const { user, secret, headers } = await identity.register()
    const reply = await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' }, headers)
    expect(await identity.resolve([secret])).toEqual([])
    expect(await identity.resolve([identity.cookieOf(reply) ?? ''])).toHaveLength(1)
    expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toEqual([
      { userId: user.id, hashes: [hashOf(secret)] },
    ])
  })

  test('is delayed after ten failures of an account at one address, and only at that address', async () => {
    const { user } = await identity.register()
    const attempt = (address: string, password: string) =>
      identity.post('/api/auth/login', { email: user.email, password }, { 'x-client-address': address })
    for (let each = 0; each < 10; each++) expect((await attempt('10.1.1.1', 'wrong horse')).statusCode).toBe(401)
    const rejection = await attempt('10.1.1.1', 'correct horse')
    expect(rejection.statusCode).toBe(429)
    const wait = Number(rejection.headers['retry-after'])
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await attempt('10.1.1.2', 'correct horse')).statusCode).toBe(200)
  })

  test('does not allow more guesses by concurrent requests', async () => {
    const { user } = await identity.register()
    const attempt = () =>
      identity.post('/api/auth/login', { email: user.email, password: 'wrong' }, { 'x-client-address': '10.1.1.3' })
    const replies = await Promise.all(Array.from({ length: 40 }, attempt))
    const checkedCount = replies.filter(({ statusCode }) => statusCode === 401).length
    expect(checkedCount).toBeGreaterThanOrEqual(10)
    expect(checkedCount).toBeLessThanOrEqual(10 + identity.config.hashing.concurrency)
  })

  test('succeeds during many sign-ins to another account', async () => {
    const hashing = { ...identity.config.hashing, concurrency: 1, queueLimit: 12 }
    const busyIdentity = await createTestIdentity({ hashing })
    const [busyFan, otherFan] = [await busyIdentity.register(), await busyIdentity.register()]
    const signIn = ({ user }: SignedInFan, address: string) => {
      const payload = { email: user.email, password: 'correct horse' }
      const headers = { 'x-client-address': address }
      return busyIdentity.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
    }
    const attempts = Array.from({ length: 60 }, () => signIn(busyFan, '10.5.0.1'))
    const otherSignIn = signIn(otherFan, '10.5.0.2')
    expect((await otherSignIn).statusCode).toBe(200)
    const rejection = (await Promise.all(attempts)).filter(({ statusCode }) => statusCode !== 200)
    expect(rejection.length).toBeGreaterThanOrEqual(20)
    for (const reply of rejection) {
      expect(reply.statusCode).toBe(429)
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    await busyIdentity.close()
  })

  test('replies with the invalid field', async () => {
    const reply = await identity.post('/api/auth/login', { email: 'a@example.org' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ issues: [{ path: 'password' }] })
  })
})

describe('the log', () => {
  test('records successful and rejected sign-ins with their address, and no secrets', async () => {
    const { user } = await identity.register()
    const address = { 'x-client-address': '203.0.113.77' }
    await identity.post('/api/auth/login', { email: user.email, password: 'wrong horse' }, address)
    await identity.post('/api/auth/login', { email: 'nobody@example.org', password: 'wrong horse' }, address)
    await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' }, address)
    const lines = identity.lines.filter((line) => line.address === '203.0.113.77')
    expect(lines.map(({ event, userId }) => [event, userId])).toEqual([
      ['sign_in.rejected', user.id],
      ['sign_in.rejected', undefined],
      ['sign_in.succeeded', user.id],
    ])
    expect(lines.every(({ traceId }) => typeof traceId === 'string')).toBe(true)
    expect(JSON.stringify(identity.lines)).not.toMatch(/horse|nobody@example/)
  })
})

describe('resolving sessions', () => {
  test('is restricted to internal services', async () => {
    const { headers } = await identity.register()
    expect((await identity.post('/internal/sessions/resolve', { hashes: [] }, headers)).statusCode).toBe(401)
  })

  test('resolves up to 500 at once', async () => {
    const { secret, user } = await identity.register()
    const secrets = [...Array.from({ length: 499 }, (_, index) => `unknown ${index}`), secret]
    expect(await identity.resolve(secrets)).toMatchObject([{ userId: user.id, sessionId: expect.any(String) }])
    const path = '/internal/sessions/resolve'
    const hashes = [...secrets, 'one more'].map(hashOf)
    expect((await identity.callInternal({ method: 'POST', path, body: { hashes } })).status).toBe(400)
  })

  test('records the last use at most once an hour and extends the session', async () => {
    const { secret } = await identity.register()
    const row = () =>
      identity
        .database('sessions')
        .where({ hash: hashOf(secret) })
        .first()
    const lastSeen = async () => (await row()).last_seen_at.getTime()
    const started = await lastSeen()
    await identity.resolve([secret])
    expect(await lastSeen()).toBe(started)
    await identity
      .database('sessions')
      .where({ hash: hashOf(secret) })
      .update({ last_seen_at: new Date(started - 7_200_000) })
    const [resolved] = (await identity.resolve([secret])) as unknown as { expiresAt: string }[]
    const seen = await lastSeen()
    expect(seen).toBeGreaterThanOrEqual(started)
    expect(new Date(resolved?.expiresAt ?? 0).getTime()).toBe(seen + 30 * 24 * 3_600_000)
  })

  test('omits and deletes a session unused for 30 days', async () => {
    const { secret } = await identity.register()
    const sessions = () => identity.database('sessions').where({ hash: hashOf(secret) })
    await sessions().update({ last_seen_at: identity.database.raw(`now() - interval '30 days 1 minute'`) })
    expect(await identity.resolve([secret])).toEqual([])
    await deleteExpired(identity.database)
    expect(await sessions()).toEqual([])
  })
})
