import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { hashOf } from '../accounts/one-time-token-repository.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity()
})
afterAll(() => identity.close())

describe('sessions of one user', () => {
  /** Adds sessions that are older than the present one, in the order of last use. */
  const addSessions = async (userId: string, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      hash: hashOf(`${userId} ${index}`),
      user_id: userId,
      last_seen_at: new Date(Date.now() - 86_400_000 + index * 1_000),
    }))
    await identity.database.batchInsert('sessions', rows)
    return rows.map(({ hash }) => hash)
  }
  const hashesOf = (userId: string) => identity.database('sessions').where({ user_id: userId }).pluck('hash')
  const revocationsOf = async (userId: string) => {
    const events = await identity.events('identity.sessions-revoked.v1', `sessions-of/${userId}`)
    return events as { userId: string; hashes: string[] }[]
  }

  test('are limited to fifty: a further sign-in ends the least recently used one', async () => {
    const { user, secret } = await identity.register()
    const [oldest, ...others] = await addSessions(user.id, 49)
    const reply = await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' })
    const remaining = [...others, secret, identity.cookieOf(reply) ?? ''].map((one) =>
      one.length === 64 ? one : hashOf(one),
    )
    expect((await hashesOf(user.id)).sort()).toEqual(remaining.sort())
    expect(await revocationsOf(user.id)).toEqual([{ userId: user.id, hashes: [oldest] }])
  })

  test('stay limited to fifty for concurrent sign-ins', async () => {
    const { user } = await identity.register()
    await addSessions(user.id, 48)
    const signIn = () => identity.post('/api/auth/login', { email: user.email, password: 'correct horse' })
    const replies = await Promise.all(Array.from({ length: 6 }, signIn))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect(await hashesOf(user.id)).toHaveLength(50)
  })

  test('do not count the previous session of the same browser', async () => {
    const { user, headers } = await identity.register()
    const others = await addSessions(user.id, 49)
    await identity.post('/api/auth/login', { email: user.email, password: 'correct horse' }, headers)
    expect(await hashesOf(user.id)).toEqual(expect.arrayContaining(others))
  })

  test('end in events of limited size', async () => {
    const { user, headers } = await identity.register()
    await addSessions(user.id, 2_500)
    await identity.post('/api/auth/logout-everywhere', {}, headers)
    const events = await revocationsOf(user.id)
    expect(events.map(({ hashes }) => hashes.length)).toEqual([1_000, 1_000, 501])
    expect(new Set(events.flatMap(({ hashes }) => hashes)).size).toBe(2_501)
  })
})
