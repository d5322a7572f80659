import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { createApp } from '../http/app.ts'
import { silentLogger } from '../logger.ts'
import { uploadForms } from './upload-form.ts'

const forms = uploadForms({ fileBytes: 1_000 })
const app = createApp({
  service: 'kit',
  log: silentLogger(),
  verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
  internalSecret: 'a secret of at least thirty-two characters',
})
beforeAll(async () => {
  app.register(async (routes) => {
    await forms.register(routes)
    routes.post('/sheets', { config: { access: 'public' }, bodyLimit: 1_048_576 }, async (request) => {
      const { file, fields } = await forms.read(request)
      return { file: file?.toString('utf8') ?? null, fields: Object.fromEntries(fields) }
    })
  })
  await app.ready()
})
afterAll(() => app.close())

const send = async (parts: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  const request = new Request('http://kit.test', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await request.arrayBuffer())
  const reply = await app.inject({ method: 'POST', url: '/sheets', headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const bytes = (count: number) => new Blob(['x'.repeat(count)])

describe('uploadForms', () => {
  test('reads one file and its fields', async () => {
    expect(await send({ sheet: new Blob(['1;Jed']), weekendId: '7' })).toEqual({
      status: 200,
      body: { file: '1;Jed', fields: { weekendId: '7' } },
    })
    expect(await send({ weekendId: '7' })).toMatchObject({ body: { file: null } })
  })

  test('rejects a part or a form that is too large', async () => {
    expect(await send({ sheet: bytes(1_000) })).toMatchObject({ status: 200 })
    expect(await send({ sheet: bytes(1_001) })).toMatchObject({ status: 413 })
    expect(await send({ sheet: bytes(1), another: bytes(1) })).toMatchObject({ status: 413 })
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field-${index}`, '']))
    expect(await send(fields)).toMatchObject({ status: 413 })
  })

  test('rejects a body that is no form', async () => {
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: '/sheets', headers, payload: '{}' })
    expect(reply.statusCode).toBe(415)
  })
})
