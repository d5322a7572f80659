import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { idParams } from '@purple-sector/contracts/common'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { generateIdentityKeys, IDENTITY_HEADER, identitySigner, identityVerifier } from '../calls/identity-token.ts'
import { httpCalls, inProcessCalls } from '../calls/internal-calls.ts'
import { conflict, unavailable } from '../errors.ts'
import { silentLogger } from '../logger.ts'
import { callerOf, createApp } from './app.ts'
import type { App } from './app-type.ts'

const keys = generateIdentityKeys()
const sign = identitySigner(keys.privateKey)
const SECRET = 'a secret of at least thirty-two characters'
const user = { userId: 'u1', username: 'kinnear', firstName: null, lastName: null, sessionId: 's1' }
const body = z.object({ classification: z.array(z.object({ carId: z.number().int() })) })

let app: App
let userHeaders: Record<string, string>
let administratorHeaders: Record<string, string>

beforeAll(async () => {
  userHeaders = { [IDENTITY_HEADER]: await sign({ ...user, isAdmin: false }) }
  administratorHeaders = { [IDENTITY_HEADER]: await sign({ ...user, isAdmin: true }) }
  app = createApp({
    service: 'test',
    log: silentLogger(),
    verifyIdentity: identityVerifier(keys.publicKey),
    internalSecret: SECRET,
    isReady: () => false,
  })
  app.get('/me', async (request) => callerOf(request))
  app.get('/open', { config: { access: 'public' } }, async () => ({ open: true }))
  app.post('/open', { config: { access: 'public' } }, async () => ({ open: true }))
  app.post('/things', async () => ({ done: true }))
  app.get('/things/:id', { schema: { params: idParams } }, async (request) => ({ id: request.params.id }))
  app.delete('/things/:id', { schema: { params: idParams } }, async (_request, reply) => reply.code(204).send(null))
  app.post('/admin', { config: { access: 'admin' }, schema: { body } }, async () => ({ done: true }))
  app.post(
    '/internal/echo',
    { config: { access: 'internal' }, schema: { body: z.object({ n: z.number() }) } },
    async (request) => request.body,
  )
  app.get('/conflict', async () => {
    throw conflict('TIPS_CLOSED', 'Tips are closed.')
  })
  app.get('/busy', async () => {
    throw unavailable('Busy', 3)
  })
  app.get('/broken', async () => {
    throw new Error('the password is swordfish')
  })
  app.get('/narrow', { schema: { response: { 200: z.object({ name: z.string() }) } } }, async () => ({
    name: 'a',
    secret: 'b',
  }))
  await app.ready()
})
afterAll(() => app.close())

describe('access control', () => {
  test('rejects a visitor with 401 Unauthorized', async () => {
    const reply = await app.inject('/me')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ message: 'Unauthorized', requestId: expect.any(String) })
  })
  test('rejects a forged token', async () => {
    const signWithOtherKey = identitySigner(generateIdentityKeys().privateKey)
    const headers = { [IDENTITY_HEADER]: await signWithOtherKey({ ...user, isAdmin: true }) }
    expect((await app.inject({ url: '/me', headers })).statusCode).toBe(401)
  })
  test('reads the caller from the gateway’s token', async () => {
    expect((await app.inject({ url: '/me', headers: userHeaders })).json()).toMatchObject({
      userId: 'u1',
      isAdmin: false,
    })
  })
  test('serves public routes without a session', async () => {
    expect((await app.inject('/open')).statusCode).toBe(200)
  })
  test('rejects a user on an administrator’s route with 403 before validating the body', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/admin',
      headers: userHeaders,
      payload: { classification: 'x' },
    })
    expect(reply.statusCode).toBe(403)
  })
  test('replies 404 to an unknown path', async () => {
    expect((await app.inject('/nothing')).json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('input validation', () => {
  const post = (payload: string | object, contentType = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/admin',
      headers: { ...administratorHeaders, 'content-type': contentType },
      payload,
    })

  test('names the invalid field in the 400', async () => {
    const reply = await post({ classification: [{ carId: 'seven' }] })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().issues).toEqual([{ path: 'classification.0.carId', message: expect.any(String) }])
  })
  test('rejects malformed JSON, an empty body and a missing body with 400', async () => {
    for (const payload of ['{', '', 'null']) {
      const reply = await post(payload)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().issues).toHaveLength(1)
    }
  })
  test('rejects another content type with 415 and a large body with 413', async () => {
    expect((await post('a=1', 'text/csv')).statusCode).toBe(415)
    expect((await post({ filler: 'x'.repeat(1_100_000) })).statusCode).toBe(413)
  })
  test.each(['/open', '/things'])('limits bodies of visitors and users to form size: %s', async (url) => {
    const post = (filler: string) => app.inject({ method: 'POST', url, headers: userHeaders, payload: { filler } })
    expect((await post('x'.repeat(10_000))).statusCode).toBe(200)
    expect((await post('x'.repeat(20_000))).statusCode).toBe(413)
  })
  test('rejects half a character by its field, and a deeply nested body before parsing it', async () => {
    const loneSurrogate = await post({ note: { text: 'a\ud800' }, classification: [] })
    expect([loneSurrogate.statusCode, loneSurrogate.json().issues[0].path]).toEqual([400, 'note.text'])
    const deeplyNested = await post(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect([deeplyNested.statusCode, deeplyNested.json().message]).toEqual([400, 'The body is nested too deep.'])
  })
  test('accepts a content type without a body', async () => {
    const headers = { ...userHeaders, 'content-type': 'application/json' }
    expect((await app.inject({ method: 'DELETE', url: '/things/7', headers })).statusCode).toBe(204)
  })
  test('rejects text with a NUL by its field', async () => {
    expect((await post({ note: { text: 'a\u0000b' }, classification: [] })).json().issues[0].path).toBe('note.text')
  })
  test('replies the same 404 to an overlong path segment', async () => {
    const reply = await app.inject({ url: `/things/${'9'.repeat(501)}`, headers: userHeaders })
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toEqual({
      ...{ code: 'NOT_FOUND', message: 'There’s nothing at this address.', requestId: expect.any(String) },
    })
  })

  test('rejects an id that is no positive integer with 400, and one beyond the range with 404', async () => {
    const status = async (id: string) => (await app.inject({ url: `/things/${id}`, headers: userHeaders })).statusCode
    expect(await Promise.all(['0', '-1', 'abc', '1.5'].map(status))).toEqual([400, 400, 400, 400])
    expect(await status('2147483647')).toBe(200)
    expect(await status('2147483648')).toBe(404)
    expect(await status('9'.repeat(40))).toBe(404)
  })
})

describe('errors and replies', () => {
  test('replies with the code of a known error', async () => {
    const reply = await app.inject({ url: '/conflict', headers: userHeaders })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'TIPS_CLOSED'])
  })
  test('sends Retry-After with a 503', async () => {
    expect((await app.inject({ url: '/busy', headers: userHeaders })).headers['retry-after']).toBe('3')
  })
  test('hides details of an unknown error', async () => {
    const reply = await app.inject({ url: '/broken', headers: userHeaders })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('swordfish')
  })
  test('sends no-store by default', async () => {
    expect((await app.inject({ url: '/me', headers: userHeaders })).headers['cache-control']).toBe('no-store')
  })
  test('removes reply keys that are not in the schema', async () => {
    expect((await app.inject({ url: '/narrow', headers: userHeaders })).json()).toEqual({ name: 'a' })
  })
  test('reports the readiness of the service', async () => {
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})

test('limits the time for headers and bodies', () => {
  const { headersTimeout, requestTimeout } = app.server
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 300_000])
})

test('serves a request that arrives on an open connection while the server closes', async () => {
  const closing = createApp({
    service: 'test',
    log: silentLogger(),
    verifyIdentity: identityVerifier(keys.publicKey),
    internalSecret: SECRET,
  })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  closing.get('/slow', { config: { access: 'public' } }, async () => {
    start()
    await released
    return { slow: true }
  })
  closing.get('/quick', { config: { access: 'public' } }, async () => ({ quick: true }))
  await closing.listen({ port: 0, host: '127.0.0.1' })
  const { port } = closing.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' })
  const replies = text(socket)
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await started
  const received = vi.fn()
  closing.server.on('request', received)
  const closed = closing.close()
  await expect.poll(() => closing.server.listening).toBe(false)
  socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => received).toHaveBeenCalledOnce()
  release()
  const [slow, quick] = (await replies).split(/(?<=})(?=HTTP)/)
  await closed
  expect(slow).toMatch(/^HTTP\/1.1 200 .*{"slow":true}$/s)
  expect(quick).toMatch(/^HTTP\/1.1 200 .*connection: close.*{"quick":true}$/is)
})

describe('calls between services', () => {
  const calls = (secret: string) => inProcessCalls({ caller: 'admin', secret, apps: new Map([['test', app]]) })
  const echo = { method: 'POST', path: '/internal/echo', body: { n: 7 } } as const

  test('replies to a signed call', async () => {
    expect(await calls(SECRET).call('test', echo)).toEqual({ status: 200, body: { n: 7 } })
  })
  test('rejects a call signed with another secret', async () => {
    expect((await calls('another secret, just as long as it').call('test', echo)).status).toBe(401)
  })
  test('rejects an administrator’s session on an internal route', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/internal/echo',
      headers: administratorHeaders,
      payload: { n: 1 },
    })
    expect(reply.statusCode).toBe(401)
  })
  test('replies 503 without an address when a service is unreachable', async () => {
    const urls = { tipping: 'http://127.0.0.1:1' }
    const failing = httpCalls({ caller: 'gateway', secret: SECRET, urls }).call('tipping', echo)
    await expect(failing).rejects.toMatchObject({ kind: 'unavailable', cause: { message: 'tipping does not reply' } })
    await expect(failing).rejects.toThrow(/^The service is busy\. Please try again\.$/)
  })
  test('replies 404 for a service that is not installed', async () => {
    expect((await calls(SECRET).call('groups', echo)).status).toBe(404)
  })
})
