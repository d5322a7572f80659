import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

describe('forms of the sign-in page', () => {
  const redirectOf = async (returnTo: string) => {
    const { user } = await identity.register()
    const reply = await identity.postForm('/api/auth/login', { email: user.email, password: 'correct horse', returnTo })
    expect(reply.statusCode).toBe(303)
    return reply.headers.location
  }

  test('redirect to the requested page', async () => {
    expect(await redirectOf('/tipping?weekend=3#now')).toBe('/tipping?weekend=3#now')
  })

  test('encode the redirect so that it is a valid header', async () => {
    expect(await redirectOf('/groups/join/日本 ø%20\u2028')).toBe(
      '/groups/join/%E6%97%A5%E6%9C%AC%20%C3%B8%20%E2%80%A8',
    )
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: b',
    '',
  ])('never redirect to another host: %j', async (returnTo) => {
    expect(await redirectOf(returnTo)).toBe('/')
  })

  test('register with an empty username', async () => {
    const reply = await identity.postForm('/api/auth/register', {
      email: 'form@example.org',
      password: 'correct horse',
      username: '',
      returnTo: '/tipping',
    })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/tipping'])
    expect(await identity.resolve([identity.cookieOf(reply) ?? ''])).toMatchObject([{ username: null }])
  })

  test('show the error and the entered e-mail again, never the password', async () => {
    const reply = await identity.postForm('/api/auth/login', {
      email: '"><script>alert(1)</script>@example.org',
      password: 'not my password',
      returnTo: '/tipping',
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('Wrong email or password.')
    expect(reply.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.org"')
    expect(reply.body).toContain('name="returnTo" value="/tipping"')
    expect(reply.body).not.toContain('not my password')
    expect(reply.body).not.toContain('<script')
  })

  test('show validation errors', async () => {
    const short = await identity.postForm('/api/auth/register', {
      email: 'short@example.org',
      password: 'short',
      username: 'shorty',
    })
    expect(short.statusCode).toBe(400)
    expect(short.body).toContain('Password must be at least 8 characters')
    expect(short.body).toContain('value="shorty"')
    const { user } = await identity.register()
    const duplicateReply = await identity.postForm('/api/auth/register', {
      email: user.email,
      password: 'correct horse',
    })
    expect(duplicateReply.statusCode).toBe(409)
    expect(duplicateReply.body).toContain('There’s already an account with this email')
  })
})

describe('above a rate limit', () => {
  let limitedIdentity: TestIdentity
  beforeAll(async () => {
    limitedIdentity = await createTestIdentity({
      limits: { registrations: 1, signIns: 60, signInsPerAccount: 1, signInsPerAddress: 100 },
    })
  })
  afterAll(() => limitedIdentity.close())

  const rejectedPageOf = async (url: string, fields: Record<string, string>) => {
    const reply = await limitedIdentity.postForm(url, { returnTo: '/tipping', password: 'not my password', ...fields })
    expect(reply.statusCode).toBe(429)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.body.match(/name="returnTo" value="\/tipping"/g)).toHaveLength(2)
    expect(reply.body).not.toContain('not my password')
    return reply.body
  }

  test('a registration gets its page again, with the message and the entered fields', async () => {
    await limitedIdentity.register()
    const page = await rejectedPageOf('/api/auth/register', { email: 'late@example.org', username: 'latecomer' })
    expect(page).toContain('Too many accounts have been created from here. Please wait a moment.')
    expect(page).toContain('value="late@example.org"')
    expect(page).toContain('value="latecomer"')
  })

  test('a sign-in gets its page again, with the message and the e-mail', async () => {
    const email = 'nobody@example.org'
    const wrong = { email, password: 'not my password' }
    expect((await limitedIdentity.postForm('/api/auth/login', wrong)).statusCode).toBe(401)
    const page = await rejectedPageOf('/api/auth/login', wrong)
    expect(page).toContain('Too many failed sign-ins. Please try again in 60 seconds.')
    expect(page).toContain(`value="${email}"`)
  })

  test('an API call gets the error as JSON', async () => {
    const payload = { email: 'api@example.org', password: 'correct horse' }
    const reply = await limitedIdentity.app.inject({ method: 'POST', url: '/api/auth/register', payload })
    expect(reply.statusCode).toBe(429)
    expect(reply.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the sign-in page', () => {
  test('has both forms and no script', async () => {
    const reply = await identity.app.inject('/api/login?returnTo=/tipping')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('action="/api/auth/login"')
    expect(reply.body).toContain('action="/api/auth/register"')
    expect(reply.body.match(/name="returnTo" value="\/tipping"/g)).toHaveLength(2)
    expect(reply.body).not.toMatch(/<script|onclick|https?:/)
  })

  test('ignores a return address on another host', async () => {
    const reply = await identity.app.inject('/api/login?returnTo=//evil.example')
    expect(reply.body).not.toContain('evil')
    expect((await identity.app.inject('/api/login?returnTo=/a&returnTo=/b')).statusCode).toBe(200)
  })
})
