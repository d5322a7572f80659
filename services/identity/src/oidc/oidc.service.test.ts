import { applyUser } from '@purple-sector/contracts/tipping/internal'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { base64url, type CryptoKey, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { type Forger, oidcClient, type Person, startOidcProvider } from '../../test/oidc-provider.ts'

const redirectUri = 'http://tips.test/api/auth/oidc/callback'

let provider: Awaited<ReturnType<typeof startOidcProvider>>
let identity: TestIdentity
beforeAll(async () => {
  provider = await startOidcProvider(redirectUri)
  const oidc = { issuer: new URL(provider.issuer), ...oidcClient, scopes: 'openid email profile' }
  identity = await createTestIdentity({ oidc, adminEmails: ['boss@example.org'] })
})
afterAll(async () => {
  await identity.close()
  await provider.stop()
})

const startSignIn = async (returnTo = '/') => {
  const reply = await identity.app.inject(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  expect(reply.statusCode).toBe(303)
  return { location: String(reply.headers.location), cookie: `oidc=${identity.cookieOf(reply, 'oidc')}` }
}
const openCallback = (callback: string, cookie?: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(callback)
  return identity.app.inject({ url: pathname + search, headers: { ...headers, ...(cookie ? { cookie } : {}) } })
}
const signIn = async (person: Person, returnTo?: string) => {
  const { location, cookie } = await startSignIn(returnTo)
  return openCallback(await provider.visit(location, person), cookie)
}
const logIn = (email: string, password: string) =>
  identity.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
const userOfReply = async (reply: Awaited<ReturnType<typeof openCallback>>) => {
  const headers = await identity.headersFor(identity.cookieOf(reply) ?? '')
  return (await identity.app.inject({ url: '/api/auth/user', headers })).json()
}

describe('signing in at the provider', () => {
  test('redirects the browser to the provider with PKCE, state and nonce', async () => {
    const { location } = await startSignIn()
    const query = Object.fromEntries(new URL(location).searchParams)
    expect(location.startsWith(provider.issuer)).toBe(true)
    expect(query).toMatchObject({
      client_id: 'purple-sector',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('limits the sign-ins that one address starts', async () => {
    const startFrom = (address: string) =>
      identity.app.inject({ url: '/api/login', headers: { 'x-client-address': address, accept: 'text/html' } })
    const replies = await Promise.all(Array.from({ length: 601 }, () => startFrom('203.0.113.5')))
    expect(replies.filter(({ statusCode }) => statusCode === 303)).toHaveLength(600)
    const rejection = replies.find(({ statusCode }) => statusCode !== 303)
    expect([rejection?.statusCode, Number(rejection?.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await startFrom('203.0.113.6')).statusCode).toBe(303)
  })

  test('creates a verified account at the first visit and returns to the requested page', async () => {
    const person = { sub: 'p1', email: 'New@example.org', email_verified: true, given_name: 'Ada', family_name: 'Bell' }
    const reply = await signIn(person, '/tipping?weekend=3')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/tipping?weekend=3'])
    expect(identity.cookieOf(reply, 'device')).toMatch(/^[\w-]{43}$/)
    const user = await userOfReply(reply)
    expect(user).toMatchObject({ email: 'New@example.org', firstName: 'Ada', lastName: 'Bell', username: null })
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { verifiedEmail: 'New@example.org' },
    ])
    expect(identity.calls.inputsOf(applyUser).at(-1)).toMatchObject({
      request: { data: { id: user.id, firstName: 'Ada' } },
    })
    expect((await userOfReply(await signIn(person))).id).toBe(user.id)
  })

  test.each([
    ['Race', 'Control'],
    ['Ada\u202e', 'Bell\u200b'],
  ])('omits names that are reserved or invalid: %j %j', async (given_name, family_name) => {
    const sub = `named ${given_name}`
    const email = `${given_name.slice(0, 3)}@names.example.org`
    const user = await userOfReply(await signIn({ sub, email, email_verified: true, given_name, family_name }))
    expect(user).toMatchObject({ firstName: null, lastName: null })
  })

  test('recognizes a person whose address changed at the provider', async () => {
    const first = await userOfReply(await signIn({ sub: 'p2', email: 'old@example.org', email_verified: true }))
    const second = await userOfReply(await signIn({ sub: 'p2', email: 'other@example.org', email_verified: false }))
    expect(second).toEqual(first)
  })

  test('links the account that verified the same address, and retains its password and sessions', async () => {
    const { user, secret, headers } = await identity.register()
    await identity.app.inject({
      url: `/api/auth/verify?token=${await identity.tokenMailedTo(user.email)}`,
      headers,
    })
    const reply = await signIn({ sub: 'p3', email: user.email.toUpperCase(), email_verified: true })
    expect((await userOfReply(reply)).id).toBe(user.id)
    expect(await identity.resolve([secret])).toHaveLength(1)
    expect((await logIn(user.email, 'correct horse')).statusCode).toBe(200)
  })

  test('removes password, sessions and links of an account that never verified the address', async () => {
    const squatter = await identity.register({ email: 'boss@example.org' })
    const link = await identity.tokenMailedTo('boss@example.org')
    const reply = await signIn({ sub: 'p4', email: 'boss@example.org', email_verified: true })
    const user = await userOfReply(reply)
    expect(user).toMatchObject({ id: squatter.user.id, isAdmin: true })
    expect(await identity.resolve([squatter.secret])).toEqual([])
    expect((await logIn('boss@example.org', 'correct horse')).statusCode).toBe(401)
    expect((await identity.app.inject(`/api/auth/verify?token=${link}`)).statusCode).toBe(400)
    expect(await identity.events('identity.sessions-revoked.v1', `sessions-of/${user.id}`)).toHaveLength(1)
    expect(await identity.events('identity.user-changed.v1', `user/${user.id}`)).toMatchObject([
      { isAdmin: false },
      { isAdmin: true, verifiedEmail: 'boss@example.org' },
    ])
  })

  test('removes password and sessions of a linked account that lost its verification, and verifies it', async () => {
    const person = { sub: 'p10', email: 'again@example.org', email_verified: true }
    const { id } = await userOfReply(await signIn(person))
    const { user } = await identity.register({ password: 'battery staple' })
    const { password_hash } = await identity.database('users').where({ id: user.id }).first()
    await identity.database('users').where({ id }).update({ email_verified_at: null, password_hash })
    const before = identity.cookieOf(await logIn('again@example.org', 'battery staple')) ?? ''
    expect(await identity.resolve([before])).toHaveLength(1)
    expect((await userOfReply(await signIn({ ...person, email_verified: false }))).id).toBe(id)
    expect(await identity.resolve([before])).toHaveLength(1)
    expect((await userOfReply(await signIn(person))).id).toBe(id)
    expect(await identity.resolve([before])).toEqual([])
    expect((await logIn('again@example.org', 'battery staple')).statusCode).toBe(401)
  })

  test.each([
    { email: 'unproved@example.org', email_verified: false },
    { email: 'unproved@example.org', email_verified: 'yes' },
    { email: 'unproved@example.org' },
    {},
  ])('rejects an address that the provider has not verified: %j', async (claims) => {
    const reply = await signIn({ sub: 'p5', ...claims })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect(identity.cookieOf(reply)).toBeUndefined()
  })

  test('creates one account for concurrent sign-ins of one person', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => signIn({ sub: 'p6', email: 'twice@example.org', email_verified: true })),
    )
    const ids = await Promise.all(replies.map(async (reply) => (await userOfReply(reply)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('creates and links a new account when the old one is deleted concurrently', async () => {
    const person = { sub: 'leaver', email: 'leaver@example.org', email_verified: true }
    const before = await userOfReply(await signIn(person))
    const deletion = await identity.database.transaction()
    await deletion('users').where({ id: before.id }).delete()
    const newSignIn = signIn(person)
    await expect.poll(() => lockWaiters(identity.database)).toHaveLength(1)
    await deletion.commit()
    const next = await userOfReply(await newSignIn)
    expect(next.id).not.toBe(before.id)
    expect((await userOfReply(await signIn({ ...person, email: 'moved@example.org' }))).id).toBe(next.id)
  })

  test('ends the previous session of the browser', async () => {
    const before = await identity.register()
    const { location, cookie } = await startSignIn()
    const callback = await provider.visit(location, { sub: 'p7', email: 'p7@example.org', email_verified: true })
    expect((await openCallback(callback, cookie, before.headers)).statusCode).toBe(303)
    expect(await identity.resolve([before.secret])).toEqual([])
  })
})

describe('the callback', () => {
  const person = { sub: 'p8', email: 'p8@example.org', email_verified: true }
  const rejectionOf = async (reply: Awaited<ReturnType<typeof openCallback>>) => {
    expect(identity.cookieOf(reply)).toBeUndefined()
    return [reply.statusCode, reply.json().code]
  }

  test('is accepted once', async () => {
    const { location, cookie } = await startSignIn()
    const callback = await provider.visit(location, person)
    expect((await openCallback(callback, cookie)).statusCode).toBe(303)
    expect(await rejectionOf(await openCallback(callback, cookie))).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('is accepted only in the browser that started the sign-in', async () => {
    const { location } = await startSignIn()
    const callback = await provider.visit(location, person)
    const other = await startSignIn()
    expect(await rejectionOf(await openCallback(callback, other.cookie))).toEqual([400, 'SIGN_IN_EXPIRED'])
    const { location: again } = await startSignIn()
    expect(await rejectionOf(await openCallback(await provider.visit(again, person)))).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('rejects another state', async () => {
    const { location, cookie } = await startSignIn()
    const callback = new URL(await provider.visit(location, person))
    callback.searchParams.set('state', 'another')
    expect(await rejectionOf(await openCallback(callback.href, cookie))).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('rejects an unknown code', async () => {
    const { location, cookie } = await startSignIn()
    const callback = new URL(await provider.visit(location, person))
    callback.searchParams.set('code', 'made-up')
    expect(await rejectionOf(await openCallback(callback.href, cookie))).toEqual([400, 'SIGN_IN_FAILED'])
  })

  test('rejects the code of one sign-in with the state of another', async () => {
    const ownSignIn = await startSignIn()
    const otherSignIn = await startSignIn()
    const otherCode = new URL(await provider.visit(otherSignIn.location, person)).searchParams.get('code') ?? ''
    const callback = new URL(await provider.visit(ownSignIn.location, person))
    callback.searchParams.set('code', otherCode)
    expect(await rejectionOf(await openCallback(callback.href, ownSignIn.cookie))).toEqual([400, 'SIGN_IN_FAILED'])
  })

  test('is rejected after ten minutes', async () => {
    const { location, cookie } = await startSignIn()
    const callback = await provider.visit(location, person)
    await identity
      .database('oidc_sign_ins')
      .update({ expires_at: identity.database.raw(`now() - interval '1 second'`) })
    expect(await rejectionOf(await openCallback(callback, cookie))).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('renders a page when the provider rejects the sign-in', async () => {
    const { location, cookie } = await startSignIn()
    const state = new URL(location).searchParams.get('state')
    const callback = `${redirectUri}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
    const reply = await openCallback(callback, cookie, { accept: 'text/html' })
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('Sign-in wasn’t completed')
    expect(reply.body).toContain('href="/api/login"')
  })

  test('never redirects to another host', async () => {
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await signIn(person, returnTo)).headers.location).toBe('/')
  })
})

describe('ID token verification', () => {
  const person = { sub: 'p9', email: 'boss@example.org', email_verified: true }
  const signWith =
    (change: Record<string, unknown> = {}, key?: CryptoKey | Uint8Array, alg = 'RS256'): Forger =>
    async (claims) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg, kid: 'the key' })
        .sign(key ?? (await generateKeyPair('RS256')).privateKey)
  const createUnsigned: Forger = async (claims) =>
    `${base64url.encode(JSON.stringify({ alg: 'none' }))}.${base64url.encode(JSON.stringify(claims))}.`
  const signByProvider = (change: Record<string, unknown>): Forger => signWith(change, provider.privateKey)

  afterEach(() => provider.forgeBy(undefined))

  test.each<[string, () => Forger]>([
    ['signed with a key that is not the provider’s', () => signWith()],
    ['not signed at all', () => createUnsigned],
    ['signed with our own secret', () => signWith({}, new TextEncoder().encode(oidcClient.clientSecret), 'HS256')],
    [
      'signed with the provider’s public key as if it were a secret',
      () => async (claims, key) => signWith({}, new TextEncoder().encode(JSON.stringify(key)), 'HS256')(claims, key),
    ],
    [
      'changed after it was signed',
      () => async (claims, key) => {
        const [head, , signature] = (await signByProvider({})(claims, key)).split('.')
        return [head, base64url.encode(JSON.stringify({ ...claims, email: 'other@example.org' })), signature].join('.')
      },
    ],
    ['for another client', () => signByProvider({ aud: 'another' })],
    ['of another provider', () => signByProvider({ iss: 'https://another.test' })],
    ['of another sign-in', () => signByProvider({ nonce: 'another' })],
    ['without the nonce', () => signByProvider({ nonce: undefined })],
    ['that has expired', () => signByProvider({ iat: 1, exp: 2 })],
    ['issued in the future', () => signByProvider({ iat: Math.floor(Date.now() / 1_000) + 7_200 })],
  ])('rejects an ID token %s', async (_what, forger) => {
    provider.forgeBy(forger())
    const reply = await signIn(person)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'SIGN_IN_FAILED'])
    expect(identity.cookieOf(reply)).toBeUndefined()
  })

  test('accepts an ID token signed by the provider', async () => {
    provider.forgeBy(signByProvider({}))
    expect((await signIn(person)).statusCode).toBe(303)
  })
})

describe('an unreachable provider', () => {
  test('causes a 503 reply with a message', async () => {
    const stoppedProvider = await startOidcProvider(redirectUri)
    await stoppedProvider.stop()
    const oidc = { issuer: new URL(stoppedProvider.issuer), ...oidcClient, scopes: 'openid email' }
    const offlineIdentity = await createTestIdentity({ oidc })
    const reply = await offlineIdentity.app.inject({ url: '/api/login', headers: { accept: 'text/html' } })
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('10')
    expect(reply.body).toContain('isn’t answering')
    await offlineIdentity.close()
  })
})
