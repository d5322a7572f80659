import { openDatabase } from '@purple-sector/database'
import { createTestDatabase } from '@purple-sector/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { silentLogger } from '../logger.ts'
import { createApp } from './app.ts'

test('a request that finds every connection of the database in use is a 503, to be tried again', async () => {
  const clone = await createTestDatabase({ service: 'kit' })
  onTestFinished(() => clone.drop())
  const database = openDatabase({ url: clone.url, schema: 'kit', maxConnections: 1, acquireTimeoutMs: 2_000 })
  onTestFinished(() => database.destroy())
  const app = createApp({
    service: 'kit',
    log: silentLogger(),
    verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
    internalSecret: 'a secret of at least thirty-two characters',
  })
  app.get('/one', { config: { access: 'public' } }, async () => {
    await database.raw('select 1')
    return 'there'
  })
  // To connect may take longer than a request waits for a connection.
  const held = await vi.waitFor(() => database.transaction())
  const refused = await app.inject('/one')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE' })
  await held.rollback()
  expect((await app.inject('/one')).statusCode).toBe(200)
})
