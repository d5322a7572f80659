import { setTimeout as pause } from 'node:timers/promises'
import { applyUser } from '@purple-sector/contracts/tipping/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity({ adminEmails: ['boss@example.org', 'second@example.org'] })
})
afterAll(() => identity.close())

const deleteAccount = ({ headers }: Pick<SignedInFan, 'headers'>, payload: object = { password: 'correct horse' }) =>
  identity.app.inject({ method: 'DELETE', url: '/api/profile', payload, headers })
const signIn = (email: string) => identity.post('/api/auth/login', { email, password: 'correct horse' })
const deletedUser = {
  verifiedEmail: null,
  username: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  avatarConfig: null,
  teamName: null,
  trackStatus: null,
  chatStatus: null,
  isAdmin: false,
  spoilerDelaySeconds: 0,
  autoTip: false,
  nudges: true,
  deleted: true,
}
const rowsOf = async (table: string, where: object) => (await identity.database(table).where(where)).length
const registerVerified = async (email: string) => {
  const fan = await identity.register({ email })
  await identity.database('users').where({ id: fan.user.id }).update({ email_verified_at: new Date() })
  return fan
}

describe('deleting an account', () => {
  test('deletes all its rows, ends its sessions and publishes the deletion', async () => {
    const fan = await identity.register({ username: 'leaver', firstName: 'Lea', lastName: 'Ver' })
    const { id, email } = fan.user
    const otherSecret = identity.cookieOf(await signIn(email)) ?? ''
    await identity.post('/api/auth/password/forgot', { email })
    identity.calls.stubCall(applyUser, () => ({ kind: 'reply', reply: {} }))

    const reply = await deleteAccount(fan)
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(reply.headers['set-cookie']).toContain('session=; Max-Age=0; Path=/')
    expect(await identity.resolve([fan.secret, otherSecret])).toEqual([])
    for (const table of ['sessions', 'devices', 'one_time_tokens', 'user_words', 'oidc_identities'])
      expect(await rowsOf(table, { user_id: id }), table).toBe(0)
    expect([await rowsOf('users', { id }), await rowsOf('mails', { about: id })]).toEqual([0, 0])
    expect((await identity.events('identity.user-changed.v1', `user/${id}`)).at(-1)).toEqual({ id, ...deletedUser })
    expect(await rowsOf('deleted_subjects', { subject: `user/${id}` })).toBe(1)
    expect((await signIn(email)).statusCode).toBe(401)
  })

  test('releases the address and the username at once', async () => {
    const fan = await identity.register({ username: 'was-mine' })
    await deleteAccount(fan)
    const next = await identity.register({ email: fan.user.email, username: 'was-mine' })
    expect(next.user.id).not.toBe(fan.user.id)
  })

  test('requires the password', async () => {
    const fan = await identity.register({ username: 'stays' })
    const wrong = await deleteAccount(fan, { password: 'a guess' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ code: 'WRONG_PASSWORD', issues: [{ path: 'password' }] })
    expect((await deleteAccount(fan, { confirm: 'stays' })).json()).toMatchObject({ issues: [{ path: 'password' }] })
    expect((await deleteAccount(fan, {})).statusCode).toBe(400)
    expect((await signIn(fan.user.email)).statusCode).toBe(200)
  })

  test('limits wrong guesses', async () => {
    const fan = await identity.register()
    for (let each = 0; each < 10; each++)
      expect((await deleteAccount(fan, { password: 'a guess' })).statusCode).toBe(400)
    const reply = await deleteAccount(fan)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, expect.any(String)])
  })

  test.each([
    ['the username', { username: 'No-Password' }, 'no-password'],
    ['the address', { email: 'no-name@example.org' }, 'NO-NAME@example.org'],
  ])('requires %s as confirmation for an account without a password', async (_what, fields, confirm) => {
    const fan = await identity.register(fields)
    await identity.database('users').where({ id: fan.user.id }).update({ password_hash: null })
    const rejection = await deleteAccount(fan, { confirm: 'something else' })
    expect(rejection.json()).toMatchObject({ issues: [{ path: 'confirm' }] })
    expect((await deleteAccount(fan)).statusCode).toBe(400)
    expect((await deleteAccount(fan, { confirm })).statusCode).toBe(204)
  })

  test('rejects the administrator that the next start would recreate, and the last administrator', async () => {
    const boss = await registerVerified('boss@example.org')
    const second = await registerVerified('second@example.org')
    const rejection = await deleteAccount(boss)
    expect([rejection.statusCode, rejection.json().code]).toEqual([409, 'LAST_ADMINISTRATOR'])
    await identity.database('users').where({ id: boss.user.id }).update({ email_verified_at: null })
    expect((await deleteAccount(second)).json().code).toBe('LAST_ADMINISTRATOR')
    await identity.database('users').where({ id: boss.user.id }).update({ email_verified_at: new Date() })
    expect((await deleteAccount(second)).statusCode).toBe(204)
  })

  test('deletes the account once for concurrent requests', async () => {
    const fan = await identity.register()
    const replies = await Promise.all([deleteAccount(fan), deleteAccount(fan), deleteAccount(fan)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 401, 401])
    const published = await identity.events('identity.user-changed.v1', `user/${fan.user.id}`)
    expect(published.filter((state) => (state as { deleted: boolean }).deleted)).toHaveLength(1)
  })

  test('leaves no session for concurrent sign-ins, edits or registrations', async () => {
    for (let round = 0; round < 4; round++) {
      const fan = await identity.register()
      const { id, email } = fan.user
      const [deleteReply, signInReply, editReply, registerReply] = await Promise.all([
        deleteAccount(fan),
        signIn(email),
        identity.app.inject({
          method: 'PATCH',
          url: '/api/profile',
          payload: { firstName: 'Ada' },
          headers: fan.headers,
        }),
        pause(round * 10).then(() => identity.post('/api/auth/register', { email, password: 'correct horse' })),
      ])
      expect(deleteReply.statusCode).toBe(204)
      expect([200, 401]).toContain(signInReply.statusCode)
      expect([200, 401]).toContain(editReply.statusCode)
      expect([201, 409]).toContain(registerReply.statusCode)
      expect(await rowsOf('sessions', { user_id: id })).toBe(0)
      const remainingSessions = await identity.resolve([identity.cookieOf(signInReply) ?? ''])
      expect(remainingSessions.filter(({ userId }) => userId === id)).toEqual([])
      expect((await identity.events('identity.user-changed.v1', `user/${id}`)).at(-1)).toEqual({ id, ...deletedUser })
    }
  })
})
