import { openDatabase } from '@purple-sector/database'
import { createTestDatabase } from '@purple-sector/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { silentLogger } from '../logger.ts'
import { createApp } from './app.ts'

test('replies a retryable 503 when every database connection is in use', async () => {
  const testDatabase = await createTestDatabase({ service: 'kit' })
  onTestFinished(() => testDatabase.drop())
  const database = openDatabase({ url: testDatabase.url, schema: 'kit', maxConnections: 1, acquireTimeoutMs: 2_000 })
  onTestFinished(() => database.destroy())
  const app = createApp({
    service: 'kit',
    log: silentLogger(),
    verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
    internalSecret: 'a secret of at least thirty-two characters',
  })
  app.get('/things', { config: { access: 'public' } }, async () => {
    await database.raw('select 1')
    return 'done'
  })
  // Connecting may take longer than the acquire timeout.
  const openTransaction = await vi.waitFor(() => database.transaction())
  const rejected = await app.inject('/things')
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '1'])
  expect(rejected.json()).toMatchObject({ code: 'UNAVAILABLE' })
  await openTransaction.rollback()
  expect((await app.inject('/things')).statusCode).toBe(200)
})
