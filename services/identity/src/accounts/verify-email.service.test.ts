import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from './one-time-token-repository.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity({
    adminEmails: ['boss@example.org', 'chief@example.org'],
    adminPassword: undefined,
  })
})
afterAll(() => identity.close())

const openLink = (token: string, headers: Record<string, string> = {}) =>
  identity.app.inject({ url: `/api/auth/verify?token=${token}`, headers })
const isAdmin = async (fan: SignedInFan) => (await identity.resolve([fan.secret]))[0]?.isAdmin
const verifiedEmails = async ({ user }: SignedInFan) =>
  (await identity.events('identity.user-changed.v1', `user/${user.id}`)).map(
    (event) => (event as { verifiedEmail: string | null }).verifiedEmail,
  )

describe('the mailed link', () => {
  test('verifies the address in a session of its account, once', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const verified = await openLink(token, fan.headers)
    expect([verified.statusCode, verified.headers.location]).toEqual([303, '/'])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
    expect(fan.user.emailVerified).toBe(false)
    const user = (await identity.app.inject({ url: '/api/auth/user', headers: fan.headers })).json()
    expect(user).toEqual({ ...fan.user, emailVerified: true })
    const secondReply = await openLink(token, fan.headers)
    expect(secondReply.statusCode).toBe(400)
    expect(secondReply.json()).toMatchObject({ code: 'TOKEN_INVALID', issues: [{ path: 'token' }] })
    const count = (await identity.mails()).length
    expect((await identity.post('/api/auth/verify/send', {}, fan.headers)).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(count)
  })

  test("does not verify a stranger's account when it is opened without that account's session", async () => {
    const stranger = await identity.register({ email: 'boss@example.org' })
    const other = await identity.register()
    const token = await identity.tokenMailedTo('boss@example.org')
    for (const headers of [{}, other.headers]) {
      const reply = await openLink(token, headers)
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await isAdmin(stranger)).toBe(false)
    expect(await verifiedEmails(stranger)).toEqual([null])
    expect((await openLink(token, stranger.headers)).statusCode).toBe(303)
  })

  test('returns to itself after a sign-in on the sign-in page', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const page = (await openLink(token)).body
    const signIn = /href="(\/api\/login\?returnTo=[^"]+)"/.exec(page)?.[1] ?? ''
    const form = (await identity.app.inject(signIn)).body
    const returnTo = /name="returnTo" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const signInReply = await identity.postForm('/api/auth/login', {
      email: fan.user.email,
      password: 'correct horse',
      returnTo,
    })
    expect([signInReply.statusCode, signInReply.headers.location]).toEqual([303, `/api/auth/verify?token=${token}`])
    const headers = await identity.headersFor(identity.cookieOf(signInReply) ?? '')
    const verifyReply = await identity.app.inject({ url: String(signInReply.headers.location), headers })
    expect([verifyReply.statusCode, verifyReply.headers.location]).toEqual([303, '/'])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test("offers a password reset, which ends the stranger's sessions", async () => {
    const stranger = await identity.register({ email: 'chief@example.org' })
    const page = (await openLink(await identity.tokenMailedTo('chief@example.org'))).body
    expect(page).toContain('href="/api/auth/password/forgot"')
    expect(page).not.toContain('chief@example.org')
    await identity.post('/api/auth/password/forgot', { email: 'chief@example.org' })
    const token = await identity.tokenMailedTo('chief@example.org')
    expect((await identity.post('/api/auth/password/reset', { token, password: 'battery staple' })).statusCode).toBe(
      204,
    )
    expect(await identity.resolve([stranger.secret])).toEqual([])
    const owner = await identity.post('/api/auth/login', { email: 'chief@example.org', password: 'battery staple' })
    expect(owner.json()).toMatchObject({ isAdmin: true })
  })

  test('ignores HEAD requests', async () => {
    const fan = await identity.register()
    const url = `/api/auth/verify?token=${await identity.tokenMailedTo(fan.user.email)}`
    const headReply = await identity.app.inject({ method: 'HEAD', url, headers: fan.headers })
    expect(headReply.statusCode).toBe(404)
    expect((await identity.app.inject({ url, headers: fan.headers })).statusCode).toBe(303)
  })

  test('works after a mail scanner has opened it twice without a session', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const url = `/api/auth/verify?token=${token}`
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const) {
      const scanReply = await identity.app.inject({ method, url })
      expect([scanReply.statusCode, scanReply.headers['set-cookie']]).toEqual([
        method === 'HEAD' ? 404 : 200,
        undefined,
      ])
    }
    expect(await verifiedEmails(fan)).toEqual([null])
    expect((await openLink(token, fan.headers)).statusCode).toBe(303)
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test('works once when it is opened concurrently', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const replies = await Promise.all(Array.from({ length: 6 }, () => openLink(token, fan.headers)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400, 400, 400, 400])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test('does not conflict with a concurrent password reset', async () => {
    for (let round = 0; round < 5; round++) {
      const fan = await identity.register()
      const verify = await identity.tokenMailedTo(fan.user.email)
      await identity.post('/api/auth/password/forgot', { email: fan.user.email })
      const token = await identity.tokenMailedTo(fan.user.email)
      const [verifyReply, reset] = await Promise.all([
        openLink(verify, fan.headers),
        identity.post('/api/auth/password/reset', { token, password: 'battery staple' }),
      ])
      expect(reset.statusCode).toBe(204)
      expect([303, 400]).toContain(verifyReply.statusCode)
      expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
    }
  })

  test('can be requested again; using one link revokes all other links', async () => {
    const { user, headers } = await identity.register()
    const first = await identity.tokenMailedTo(user.email)
    const reply = await identity.post('/api/auth/verify/send', {}, headers)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const second = await identity.tokenMailedTo(user.email)
    expect(second).not.toBe(first)
    expect((await openLink(first, headers)).statusCode).toBe(303)
    expect((await openLink(second, headers)).statusCode).toBe(400)
  })

  test('expires after 24 hours', async () => {
    const { user, headers } = await identity.register()
    const token = await identity.tokenMailedTo(user.email)
    await identity
      .database('one_time_tokens')
      .where({ hash: hashOf(token) })
      .update({ expires_at: identity.database.raw(`now() - interval '1 second'`) })
    expect((await openLink(token, headers)).statusCode).toBe(400)
    expect((await openLink(token)).statusCode).toBe(400)
  })

  test('is rejected when it was mailed for a new password', async () => {
    const { user, headers } = await identity.register()
    await identity.post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    expect((await openLink(token, headers)).statusCode).toBe(400)
    expect((await identity.post('/api/auth/password/reset', { token, password: 'battery staple' })).statusCode).toBe(
      204,
    )
  })

  test('renders an error as a page in a browser', async () => {
    const reply = await openLink('old', { accept: 'text/html,*/*' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(reply.body).toContain('This link doesn’t work')
  })

  test('is mailed at most ten times an hour', async () => {
    const { headers } = await identity.register()
    for (let each = 0; each < 10; each++) await identity.post('/api/auth/verify/send', {}, headers)
    const rejection = await identity.post('/api/auth/verify/send', {}, headers)
    expect(rejection.statusCode).toBe(429)
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

describe('an address in ADMIN_EMAILS', () => {
  test('makes its account an administrator once it is verified', async () => {
    const chiefIdentity = await createTestIdentity({
      adminEmails: ['race.chief@example.org'],
      adminPassword: undefined,
    })
    const { user, secret, headers } = await chiefIdentity.register({ email: 'Race.Chief@example.org' })
    expect(user.isAdmin).toBe(false)
    const token = await chiefIdentity.tokenMailedTo(user.email)
    await chiefIdentity.app.inject({ url: `/api/auth/verify?token=${token}`, headers })
    expect((await chiefIdentity.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({ isAdmin: true })
    expect(await chiefIdentity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { isAdmin: false },
      { isAdmin: true },
    ])
    const [resolved] = (await chiefIdentity.resolve([secret])) as unknown as { isAdmin: boolean; expiresAt: string }[]
    const hours = (new Date(resolved?.expiresAt ?? 0).getTime() - Date.now()) / 3_600_000
    expect(resolved?.isAdmin).toBe(true)
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThanOrEqual(12.01)
    await chiefIdentity.close()
  })
})
