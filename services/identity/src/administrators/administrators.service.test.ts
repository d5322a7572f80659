import { randomUUID } from 'node:crypto'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'
import { identity as service } from '../service.ts'

const email = 'boss@example.org'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'identity', migrationsDirectory: service.migrationsDirectory })
})
afterAll(() => testDatabase.drop())

/** Runs the service once on the same data, from start to stop. */
const runIdentity = async (
  { adminEmails = [email], adminPassword }: { adminEmails?: string[]; adminPassword?: string },
  work: (identity: TestIdentity) => Promise<void> = async () => {},
) => {
  const identity = await createTestIdentity({ adminEmails, adminPassword }, testDatabase)
  await identity.start()
  try {
    await work(identity)
  } finally {
    await identity.close()
  }
}
const login = (identity: TestIdentity, password: string, address = email) =>
  identity.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: address, password } })

describe('the first administrator', () => {
  test('takes over an account that a stranger registered with the address', async () => {
    let squatter = ''
    await runIdentity({ adminEmails: [] }, async (identity) => {
      squatter = (await identity.register({ email: 'Boss@example.org' })).secret
    })
    await runIdentity({ adminPassword: 'first password' }, async (identity) => {
      expect(await identity.resolve([squatter])).toEqual([])
      expect((await login(identity, 'correct horse')).statusCode).toBe(401)
      expect((await login(identity, 'first password')).json()).toMatchObject({
        email: 'Boss@example.org',
        isAdmin: true,
      })
    })
  })

  test('takes over an account that a stranger registers during the start', async () => {
    const address = 'director@example.org'
    const identity = await createTestIdentity({ adminEmails: [address], adminPassword: 'first password' }, testDatabase)
    const stranger = await testDatabase.database.transaction()
    await stranger('users').insert({ id: 'stranger', email: 'Director@example.org', password_hash: 'theirs' })
    await stranger('sessions').insert({ id: randomUUID(), hash: hashOf('theirs'), user_id: 'stranger' })
    const started = identity.start()
    await expect.poll(() => lockWaiters(testDatabase.database)).toHaveLength(1)
    await stranger.commit()
    await started
    expect(await identity.resolve(['theirs'])).toEqual([])
    expect((await login(identity, 'first password', address)).json()).toMatchObject({ id: 'stranger', isAdmin: true })
    await identity.close()
  })

  test('is the only user of the account, also with concurrent registrations, sign-ins and links', async () => {
    const address = 'marshal@example.org'
    const identity = await createTestIdentity({ adminEmails: [address], adminPassword: 'first password' }, testDatabase)
    const stranger = await identity.register({ email: address })
    const token = await identity.tokenMailedTo(address)
    const attempts = Array.from({ length: 8 }, (_, index) => [
      identity.app.inject({ url: `/api/auth/verify?token=${token}`, headers: stranger.headers }),
      identity.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: address, password: 'correct horse' },
        headers: { 'x-client-address': `10.3.0.${index}` },
      }),
    ]).flat()
    const [replies] = await Promise.all([Promise.all(attempts), identity.start()])
    const secrets = [stranger.secret, ...replies.flatMap((reply) => identity.cookieOf(reply) ?? [])]
    expect((await login(identity, 'correct horse', address)).statusCode).toBe(401)
    expect(await identity.resolve(secrets)).toEqual([])
    expect((await login(identity, 'first password', address)).json()).toMatchObject({ isAdmin: true })
    await identity.close()
  })

  test('stays signed in over a restart with the same password, and not with another', async () => {
    let secret: string | undefined
    await runIdentity({ adminPassword: 'first password' }, async (identity) => {
      secret = identity.cookieOf(await login(identity, 'first password'))
    })
    await runIdentity({ adminPassword: 'first password' }, async (identity) => {
      expect(await identity.resolve([secret ?? ''])).toMatchObject([{ isAdmin: true }])
    })
    await runIdentity({ adminPassword: 'second password' }, async (identity) => {
      expect(await identity.resolve([secret ?? ''])).toEqual([])
      expect((await login(identity, 'second password')).statusCode).toBe(200)
    })
  })

  test('is created if there is no account with the address', async () => {
    await runIdentity({ adminEmails: ['chief@example.org'], adminPassword: 'first password' }, async (identity) => {
      const reply = await login(identity, 'first password', 'chief@example.org')
      expect(reply.json()).toMatchObject({ email: 'chief@example.org', isAdmin: true, username: null })
    })
  })
})

describe('a change of the administrators at a restart', () => {
  test('is published for every affected user', async () => {
    const published = (identity: TestIdentity) => identity.probe.seen(userChanged).map(({ data }) => data)
    await runIdentity({ adminEmails: [] }, async (identity) => {
      const chief = expect.objectContaining({ verifiedEmail: 'chief@example.org', isAdmin: false })
      await expect.poll(() => published(identity)).toContainEqual(chief)
      const reply = await login(identity, 'second password')
      expect(reply.json()).toMatchObject({ isAdmin: false })
    })
    await runIdentity({ adminEmails: [email] }, async (identity) => {
      const boss = expect.objectContaining({ verifiedEmail: 'Boss@example.org', isAdmin: true })
      await expect.poll(() => published(identity)).toEqual([boss])
    })
  })
})

describe('a service with an empty projection', () => {
  test('receives every user again', async () => {
    await runIdentity({ adminEmails: [email] }, async (identity) => {
      const reply = await identity.callInternal({
        method: 'POST',
        path: '/internal/republish',
        body: { consumer: 'tipping', requestId: 'tipping:1' },
      })
      const count = (await testDatabase.database('users').select('id')).length
      expect(reply).toEqual({ status: 200, body: { events: count } })
      await expect
        .poll(() => identity.probe.seen(userChanged).filter(({ republish }) => republish === 'tipping:1').length)
        .toBe(count)
    })
  })
})
