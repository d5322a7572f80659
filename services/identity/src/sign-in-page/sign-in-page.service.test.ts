import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fixture, identityFixture } from '../../test/identity-fixture.ts'

let identity: Fixture
beforeAll(async () => {
  identity = await identityFixture()
})
afterAll(() => identity.close())

describe('the forms of the sign-in page', () => {
  const redirectOf = async (returnTo: string) => {
    const { user } = await identity.register()
    const reply = await identity.postForm('/api/auth/login', { email: user.email, password: 'correct horse', returnTo })
    expect(reply.statusCode).toBe(303)
    return reply.headers.location
  }

  it('go on to where the visitor wanted to go', async () => {
    expect(await redirectOf('/tipping?weekend=3#now')).toBe('/tipping?weekend=3#now')
  })

  it('write the way there as a header can say it', async () => {
    expect(await redirectOf('/groups/join/日本 ø%20\u2028')).toBe(
      '/groups/join/%E6%97%A5%E6%9C%AC%20%C3%B8%20%E2%80%A8',
    )
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\r\nset-cookie: b',
    '',
  ])('never lead elsewhere: %j', async (returnTo) => {
    expect(await redirectOf(returnTo)).toBe('/')
  })

  it('register, the username left empty', async () => {
    const reply = await identity.postForm('/api/auth/register', {
      email: 'form@example.org',
      password: 'correct horse',
      username: '',
      returnTo: '/tipping',
    })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/tipping'])
    expect(await identity.resolve([identity.cookieOf(reply) ?? ''])).toMatchObject([{ username: null }])
  })

  it('come back with the reason and the entered e-mail, never the password', async () => {
    const reply = await identity.postForm('/api/auth/login', {
      email: '"><script>alert(1)</script>@example.org',
      password: 'not my password',
      returnTo: '/tipping',
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('E-mail or password is wrong.')
    expect(reply.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.org"')
    expect(reply.body).toContain('name="returnTo" value="/tipping"')
    expect(reply.body).not.toContain('not my password')
    expect(reply.body).not.toContain('<script')
  })

  it('say what the rules are', async () => {
    const short = await identity.postForm('/api/auth/register', {
      email: 'short@example.org',
      password: 'short',
      username: 'shorty',
    })
    expect(short.statusCode).toBe(400)
    expect(short.body).toContain('Password must be at least 8 characters')
    expect(short.body).toContain('value="shorty"')
    const { user } = await identity.register()
    const taken = await identity.postForm('/api/auth/register', { email: user.email, password: 'correct horse' })
    expect(taken.statusCode).toBe(409)
    expect(taken.body).toContain('An account with this e-mail already exists')
  })
})

describe('the sign-in page', () => {
  it('has both forms and no script', async () => {
    const reply = await identity.app.inject('/api/login?returnTo=/tipping')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('action="/api/auth/login"')
    expect(reply.body).toContain('action="/api/auth/register"')
    expect(reply.body.match(/name="returnTo" value="\/tipping"/g)).toHaveLength(2)
    expect(reply.body).not.toMatch(/<script|onclick|https?:/)
  })

  it('does not carry another place to return to', async () => {
    const reply = await identity.app.inject('/api/login?returnTo=//evil.example')
    expect(reply.body).not.toContain('evil')
    expect((await identity.app.inject('/api/login?returnTo=/a&returnTo=/b')).statusCode).toBe(200)
  })
})
