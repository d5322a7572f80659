import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up as forgetUnprovedAddresses } from '../../migrations/20261122010000_unproved_addresses.ts'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from './one-time-tokens.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity({
    adminEmails: ['boss@example.org', 'chief@example.org'],
    adminPassword: undefined,
  })
})
afterAll(() => identity.close())

const open = (token: string, headers: Record<string, string> = {}) =>
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
    const verified = await open(token, fan.headers)
    expect([verified.statusCode, verified.headers.location]).toEqual([303, '/'])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
    expect(fan.user.emailVerified).toBe(false)
    const user = (await identity.app.inject({ url: '/api/auth/user', headers: fan.headers })).json()
    expect(user).toEqual({ ...fan.user, emailVerified: true })
    const again = await open(token, fan.headers)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({ code: 'TOKEN_INVALID', issues: [{ path: 'token' }] })
    const count = (await identity.mails()).length
    expect((await identity.post('/api/auth/verify/send', {}, fan.headers)).statusCode).toBe(204)
    expect(await identity.mails()).toHaveLength(count)
  })

  test("does not verify a stranger's account when it is opened without that account's session", async () => {
    const stranger = await identity.register({ email: 'boss@example.org' })
    const other = await identity.register()
    const token = await identity.tokenMailedTo('boss@example.org')
    for (const headers of [{}, other.headers]) {
      const reply = await open(token, headers)
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await isAdmin(stranger)).toBe(false)
    expect(await verifiedEmails(stranger)).toEqual([null])
    expect((await open(token, stranger.headers)).statusCode).toBe(303)
  })

  test('leads through the sign-in page back to itself', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const page = (await open(token)).body
    const signIn = /href="(\/api\/login\?returnTo=[^"]+)"/.exec(page)?.[1] ?? ''
    const form = (await identity.app.inject(signIn)).body
    const returnTo = /name="returnTo" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const entered = await identity.postForm('/api/auth/login', {
      email: fan.user.email,
      password: 'correct horse',
      returnTo,
    })
    expect([entered.statusCode, entered.headers.location]).toEqual([303, `/api/auth/verify?token=${token}`])
    const headers = await identity.headersFor(identity.cookieOf(entered) ?? '')
    const back = await identity.app.inject({ url: String(entered.headers.location), headers })
    expect([back.statusCode, back.headers.location]).toEqual([303, '/'])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test("offers a password reset, which ends the stranger's sessions", async () => {
    const stranger = await identity.register({ email: 'chief@example.org' })
    const page = (await open(await identity.tokenMailedTo('chief@example.org'))).body
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
      const scanned = await identity.app.inject({ method, url })
      expect([scanned.statusCode, scanned.headers['set-cookie']]).toEqual([method === 'HEAD' ? 404 : 200, undefined])
    }
    expect(await verifiedEmails(fan)).toEqual([null])
    expect((await open(token, fan.headers)).statusCode).toBe(303)
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test('works once when it is opened concurrently', async () => {
    const fan = await identity.register()
    const token = await identity.tokenMailedTo(fan.user.email)
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(token, fan.headers)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400, 400, 400, 400])
    expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
  })

  test('does not conflict with a concurrent password reset', async () => {
    for (let round = 0; round < 5; round++) {
      const fan = await identity.register()
      const verify = await identity.tokenMailedTo(fan.user.email)
      await identity.post('/api/auth/password/forgot', { email: fan.user.email })
      const token = await identity.tokenMailedTo(fan.user.email)
      const [opened, reset] = await Promise.all([
        open(verify, fan.headers),
        identity.post('/api/auth/password/reset', { token, password: 'battery staple' }),
      ])
      expect(reset.statusCode).toBe(204)
      expect([303, 400]).toContain(opened.statusCode)
      expect(await verifiedEmails(fan)).toEqual([null, fan.user.email])
    }
  })

  test('can be requested again; using one link revokes the others', async () => {
    const { user, headers } = await identity.register()
    const first = await identity.tokenMailedTo(user.email)
    const reply = await identity.post('/api/auth/verify/send', {}, headers)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    const second = await identity.tokenMailedTo(user.email)
    expect(second).not.toBe(first)
    expect((await open(first, headers)).statusCode).toBe(303)
    expect((await open(second, headers)).statusCode).toBe(400)
  })

  test('expires after 24 hours', async () => {
    const { user, headers } = await identity.register()
    const token = await identity.tokenMailedTo(user.email)
    await identity
      .database('one_time_tokens')
      .where({ hash: hashOf(token) })
      .update({ expires_at: identity.database.raw(`now() - interval '1 second'`) })
    expect((await open(token, headers)).statusCode).toBe(400)
    expect((await open(token)).statusCode).toBe(400)
  })

  test('is rejected when it was mailed for a new password', async () => {
    const { user, headers } = await identity.register()
    await identity.post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    expect((await open(token, headers)).statusCode).toBe(400)
    expect((await identity.post('/api/auth/password/reset', { token, password: 'battery staple' })).statusCode).toBe(
      204,
    )
  })

  test('explains an error on a page in a browser', async () => {
    const reply = await open('old', { accept: 'text/html,*/*' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(reply.body).toContain('This link doesn’t work')
  })

  test('is limited per hour', async () => {
    const { headers } = await identity.register()
    for (let each = 0; each < 10; each++) await identity.post('/api/auth/verify/send', {}, headers)
    const refused = await identity.post('/api/auth/verify/send', {}, headers)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

describe('an address in ADMIN_EMAILS', () => {
  test('makes its account an administrator once it is verified', async () => {
    const later = await createTestIdentity({ adminEmails: ['race.chief@example.org'], adminPassword: undefined })
    const { user, secret, headers } = await later.register({ email: 'Race.Chief@example.org' })
    expect(user.isAdmin).toBe(false)
    const token = await later.tokenMailedTo(user.email)
    await later.app.inject({ url: `/api/auth/verify?token=${token}`, headers })
    expect((await later.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({ isAdmin: true })
    expect(await later.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { isAdmin: false },
      { isAdmin: true },
    ])
    const [resolved] = (await later.resolve([secret])) as unknown as { isAdmin: boolean; expiresAt: string }[]
    const hours = (new Date(resolved?.expiresAt ?? 0).getTime() - Date.now()) / 3_600_000
    expect(resolved?.isAdmin).toBe(true)
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThanOrEqual(12.01)
    await later.close()
  })
})

describe('addresses verified before links were bound to a session', () => {
  const isVerified = async (id: string): Promise<boolean> => {
    const row = await identity.database('users').where({ id }).first('email_verified_at')
    return row.email_verified_at !== null
  }

  test('become unverified, except for accounts that only use the provider', async () => {
    const byLink = await identity.register()
    const byProvider = await identity.register()
    const { id } = byProvider.user
    await identity.database('oidc_identities').insert({ issuer: 'https://id.test', subject: id, user_id: id })
    await identity.database('users').where({ id }).update({ password_hash: null })
    await identity.database('users').update({ email_verified_at: identity.database.raw('now()') })
    await forgetUnprovedAddresses(identity.database)
    expect(await isVerified(byLink.user.id)).toBe(false)
    expect(await isVerified(id)).toBe(true)
    expect((await identity.post('/api/auth/verify/send', {}, byLink.headers)).statusCode).toBe(204)
    const token = await identity.tokenMailedTo(byLink.user.email)
    expect((await open(token, byLink.headers)).statusCode).toBe(303)
    expect(await isVerified(byLink.user.id)).toBe(true)
  })
})
