import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { createPasswords } from './passwords.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

const tooCommon = {
  code: 'BAD_REQUEST',
  issues: [{ path: 'password', message: 'That password is too common. Please choose another one.' }],
}
const tooObvious = {
  code: 'BAD_REQUEST',
  issues: [
    { path: 'password', message: 'That’s your email, your username or our name. Please choose another password.' },
  ],
}

describe('a weak password', () => {
  test('is rejected at registration', async () => {
    const register = (password: string) =>
      identity.post('/api/auth/register', { email: 'kim.bell@example.org', username: 'apex.kim', password })
    expect((await register('Password123')).json()).toMatchObject(tooCommon)
    for (const password of ['Kim.Bell@example.org', 'kim.bell', 'APEX.KIM', 'Purple Sector']) {
      const reply = await register(password)
      expect([reply.statusCode, reply.json()]).toMatchObject([400, tooObvious])
    }
    expect((await register('correct horse')).statusCode).toBe(201)
  })

  test('is rejected by a password change, and the old password stays', async () => {
    const { user, headers } = await identity.register({ username: 'pit.crew' })
    const change = (password: string) =>
      identity.post('/api/auth/password', { currentPassword: 'correct horse', password }, headers)
    expect((await change('1q2w3e4r')).json()).toMatchObject(tooCommon)
    for (const password of [user.email, 'pit.crew']) expect((await change(password)).json()).toMatchObject(tooObvious)
    expect((await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' })).statusCode).toBe(
      200,
    )
  })

  test('is rejected at a reset, and the link stays valid', async () => {
    const { user } = await identity.register({ username: 'pit.lane' })
    await identity.post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    const reset = (password: string) => identity.post('/api/auth/password/reset', { token, password })
    expect((await reset('iloveyou')).json()).toMatchObject(tooCommon)
    for (const password of [user.email, 'pit.lane']) expect((await reset(password)).json()).toMatchObject(tooObvious)
    expect((await reset('battery staple')).statusCode).toBe(204)
  })

  test('is rejected with a message on the pages without script', async () => {
    const registerReply = await identity.postForm('/api/auth/register', {
      email: 'form@example.org',
      password: 'password1',
    })
    expect([registerReply.statusCode, registerReply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(registerReply.body).toContain('That password is too common. Please choose another one.')
    expect(registerReply.body).toContain('value="form@example.org"')
    const { user } = await identity.register()
    await identity.post('/api/auth/password/forgot', { email: user.email })
    const token = await identity.tokenMailedTo(user.email)
    const resetReply = await identity.postForm('/api/auth/password/reset', { token, password: user.email })
    expect(resetReply.statusCode).toBe(400)
    expect(resetReply.body).toContain('That’s your email, your username or our name.')
    expect(resetReply.body).toContain(`value="${token}"`)
  })

  test('still works for a user who already has it', async () => {
    const { user } = await identity.register()
    const password_hash = await createPasswords(identity.config.hashing).withSlot(
      { address: '', account: '' },
      ({ hash }) => hash('password1'),
    )
    await identity.database('users').where({ id: user.id }).update({ password_hash })
    expect((await identity.post('/api/auth/login', { email: user.email, password: 'password1' })).statusCode).toBe(200)
  })
})

describe('a weak ADMIN_PASSWORD', () => {
  test('is logged and does not stop the service', async () => {
    const adminEmails = ['boss@example.org']
    const lax = await createTestIdentity({ adminEmails, adminPassword: 'password1' })
    await lax.start()
    expect(lax.lines.map(({ event }) => event)).toContain('administrator.weak_password')
    expect(JSON.stringify(lax.lines)).not.toContain('password1')
    const reply = await lax.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'boss@example.org', password: 'password1' },
    })
    expect(reply.json()).toMatchObject({ isAdmin: true })
    await lax.close()
  })
})
