import { expect, test } from 'vitest'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { createLogger } from '../logger.ts'
import { createApp } from './app.ts'
import { asAppError } from './error-handler.ts'

const postgresError = (code: string) => Object.assign(new Error('message of Postgres'), { code })

test.each([
  ['a connection that is lost', '08006'],
  ['a disk that is full', '53100'],
  ['a deadlock', '40P01'],
])('maps %s to a retryable 503', (_description, code) => {
  expect(asAppError(postgresError(code))).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 })
})

test('returns no error that a caller may see for an internal one', () => {
  expect(asAppError(postgresError('42P01'))).toBeUndefined()
})

test('logs a failed request with its trace and without the query of its URL', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const app = createApp({
    service: 'test',
    log: createLogger('test', 'info', destination),
    verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
    internalSecret: 'a secret of at least thirty-two characters',
  })
  app.get('/verify', { config: { access: 'public' } }, async () => {
    throw new Error('broken')
  })
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const reply = await app.inject({ url: '/verify?token=hush', headers: { traceparent } })
  await app.close()
  expect(reply.statusCode).toBe(500)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request.failed', requestId: reply.json().requestId, traceId: 'a'.repeat(32), path: '/verify' },
  ])
  expect(lines.join()).not.toContain('hush')
})
