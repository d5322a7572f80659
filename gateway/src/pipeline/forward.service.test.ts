import { request } from 'node:http'
import { Readable } from 'node:stream'
import { type App, createApp, silentLogger } from '@purple-sector/service-kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createInProcessForwarder } from './forward.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    app.server.closeAllConnections()
    await app.close()
  }
})

const aService = async (register: (app: App) => void): Promise<App> => {
  const log = silentLogger()
  const app = createApp({ service: 'tipping', log, verifyIdentity: async () => undefined, internalSecret: 'secret' })
  register(app)
  await app.ready()
  return app
}

/** Starts a server that forwards every request to a service in the same process. */
const inFrontOf = async (
  service: App,
  timeoutMs: number,
  beforeReply?: (status: number) => Promise<void>,
): Promise<string> => {
  const door = Fastify({ genReqId: () => 'r1' })
  apps.push(door)
  door.removeAllContentTypeParsers()
  door.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const forward = createInProcessForwarder({ headers: [], log: silentLogger(), timeoutMs })
  door.all('/*', (request, reply) => {
    const { 'transfer-encoding': _, ...headers } = request.headers
    forward(request, reply, service, {
      service: 'tipping',
      headers: headers as Record<string, string>,
      maxBodyBytes: 1_000_000,
      ...(beforeReply && { beforeReply }),
    })
  })
  return door.listen({ port: 0, host: '127.0.0.1' })
}

const open = { config: { access: 'public' } } as const

describe('forwarding in process', () => {
  test('times out a service that does not reply, and discards its late reply', async () => {
    const database = Promise.withResolvers<string>()
    const late = Promise.withResolvers<void>()
    const service = await aService((app) => {
      app.get('/frozen', open, async (_request, reply) => {
        const text = await database.promise
        setImmediate(late.resolve)
        return reply.send(text)
      })
      app.get('/fine', open, async () => 'fine')
    })
    const door = await inFrontOf(service, 200)
    const reply = await fetch(`${door}/frozen`)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toMatchObject({ code: 'UNAVAILABLE', requestId: 'r1' })
    database.resolve('here I am')
    await late.promise
    // A busy machine may need several requests, as forwarding times out after 200 ms.
    await expect.poll(async () => (await fetch(`${door}/fine`)).text()).toBe('fine')
  })

  test.each([
    ['/text', 201, 'saved'],
    ['/stream', 200, 'one by one'],
    ['/broken', 500, expect.stringContaining('INTERNAL')],
    ['/nothing', 404, expect.stringContaining('NOT_FOUND')],
  ])('sends the reply after its preconditions, even if these failed: %s', async (path, status, text) => {
    const service = await aService((app) => {
      app.get('/text', open, async (_request, reply) => reply.code(201).send('saved'))
      app.get('/stream', open, async (_request, reply) => reply.send(Readable.from(['one ', 'by ', 'one'])))
      app.get('/broken', open, async () => {
        throw new Error('broken')
      })
    })
    const requests = Promise.withResolvers<number>()
    const before = Promise.withResolvers<void>()
    const door = await inFrontOf(service, 30_000, (status) => {
      requests.resolve(status)
      return before.promise
    })
    const other = await inFrontOf(service, 30_000)
    let received = 0
    const reply = fetch(`${door}${path}`).then(async (reply) => {
      received = reply.status
      return reply.text()
    })
    expect(await requests.promise).toBe(status)
    // A reply sent too early would arrive before this other exchange ends.
    await fetch(`${other}/text`)
    expect(received).toBe(0)
    before.reject(new Error('the cache is away'))
    expect(await reply).toEqual(text)
    expect(received).toBe(status)
  })

  test('does not time out a service for a body that arrives slowly', async () => {
    const service = await aService((app) => {
      app.post('/tips', open, async ({ body }) => body)
    })
    const door = await inFrontOf(service, 2_000)
    const received = Promise.withResolvers<number | undefined>()
    const slow = request(`${door}/tips`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    slow.on('response', (reply) => received.resolve(reply.resume().statusCode))
    slow.write('{"text":"')
    setTimeout(() => slow.end('slow"}'), 3_500)
    expect(await received.promise).toBe(200)
  })
})
