import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateIdentityKeys, IDENTITY_HEADER, identitySigner, identityVerifier } from '../calls/identity-token.ts'
import { silentLogger } from '../logger.ts'
import { createApp } from './app.ts'
import type { App } from './app-type.ts'
import { runIdempotent, sweepIdempotencyKeys } from './idempotency.ts'

let testDatabase: TestDatabase
let app: App
let createdCount = 0
let headers: Record<string, string>

const post = (key: string | undefined, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/things',
    headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload,
  })

beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
  const keys = generateIdentityKeys()
  const caller = { userId: 'u', username: null, firstName: null, lastName: null, isAdmin: false, sessionId: 's' }
  headers = { [IDENTITY_HEADER]: await identitySigner(keys.privateKey)(caller) }
  app = createApp({
    service: 'kit',
    log: silentLogger(),
    verifyIdentity: identityVerifier(keys.publicKey),
    internalSecret: 'x',
  })
  app.post('/things', async (request, reply) => {
    const { status, body } = await testDatabase.database.transaction((sql) =>
      runIdempotent(sql, request, async () => {
        createdCount += 1
        return { status: 201, body: { thing: createdCount } }
      }),
    )
    return reply.code(status).send(body)
  })
})
afterAll(async () => {
  await app.close()
  await testDatabase.drop()
})

describe('Idempotency-Key', () => {
  test('returns the stored reply for the same body', async () => {
    const [first, second] = [await post('a', { n: 1 }), await post('a', { n: 1 })]
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  })
  test('rejects another body with the same key', async () => {
    await post('b', { n: 1 })
    const reply = await post('b', { n: 2 })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })
  test('creates one entity for concurrent duplicates', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => post('c', { n: 3 })))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  })
  test('deletes a key after a day with the caller’s next one', async () => {
    const first = await post('d', { n: 4 })
    await post('never used again', { n: 4 })
    await testDatabase.database('idempotency_keys').update({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    const next = await post('d', { n: 5 })
    expect([next.statusCode, next.body === first.body]).toEqual([201, false])
    expect(await testDatabase.database('idempotency_keys').pluck('key')).toEqual(['d'])
  })
  test('sweeps expired keys of all callers and keeps others', async () => {
    await post('old', { n: 6 })
    await testDatabase.database('idempotency_keys').update({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    await testDatabase.database('idempotency_keys').update({ user_id: 'a user who never returned' })
    await post('new', { n: 7 })
    await sweepIdempotencyKeys(testDatabase.database)
    expect(await testDatabase.database('idempotency_keys').pluck('key')).toEqual(['new'])
  })
  test('runs every call without a key', async () => {
    expect((await post(undefined, {})).json()).not.toEqual((await post(undefined, {})).json())
  })
  test('rejects an overlong key with 400', async () => {
    const reply = await post('x'.repeat(129), {})
    expect([reply.statusCode, reply.json().issues[0].path]).toEqual([400, 'Idempotency-Key'])
  })
})
