import { expect, test } from 'vitest'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { createLogger } from '../logger.ts'
import { createApp } from './app.ts'
import { asAppError } from './error-handler.ts'

const ofPostgres = (code: string) => Object.assign(new Error('said by Postgres'), { code })

test.each([
  ['a connection that is lost', '08006'],
  ['a disk that is full', '53100'],
  ['a deadlock', '40P01'],
])('%s is nobody’s mistake: 503, to be tried again', (_what, code) => {
  expect(asAppError(ofPostgres(code))).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 })
})

test('a mistake of ours is nobody’s business', () => {
  expect(asAppError(ofPostgres('42P01'))).toBeUndefined()
})

test('the line about a failed request carries its trace and no secret of its address', async () => {
  const lines: string[] = []
  const to = { write: (line: string) => void lines.push(line) }
  const app = createApp({
    service: 'test',
    log: createLogger('test', 'info', to),
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
    { msg: 'request failed', requestId: reply.json().requestId, traceId: 'a'.repeat(32), path: '/verify' },
  ])
  expect(lines.join()).not.toContain('hush')
})
