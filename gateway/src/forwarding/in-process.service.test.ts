import { request } from 'node:http'
import { type App, createApp, silentLogger } from '@purple-sector/service-kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { forwardingInProcess } from './in-process.ts'

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

/** A door that forwards everything to a service of its own process. */
const inFrontOf = async (service: App, timeoutMs: number): Promise<string> => {
  const door = Fastify({ genReqId: () => 'r1' })
  apps.push(door)
  door.removeAllContentTypeParsers()
  door.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const forward = forwardingInProcess({ headers: [], log: silentLogger(), timeoutMs })
  door.all('/*', (request, reply) => {
    const { 'transfer-encoding': _, ...headers } = request.headers
    forward(request, reply, service, {
      service: 'tipping',
      headers: headers as Record<string, string>,
      largestBody: 1_000_000,
    })
  })
  return door.listen({ port: 0, host: '127.0.0.1' })
}

const open = { config: { access: 'public' } } as const

describe('a service of this process', () => {
  test('that does not answer keeps nobody waiting, and what it says later disturbs nobody', async () => {
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
    // On a machine that is busy it may have to be asked again: the door waits for 200 ms.
    await expect.poll(async () => (await fetch(`${door}/fine`)).text()).toBe('fine')
  })

  test('is not blamed for a body that comes slowly', async () => {
    const service = await aService((app) => {
      app.post('/tips', open, async ({ body }) => body)
    })
    const door = await inFrontOf(service, 2_000)
    const heard = Promise.withResolvers<number | undefined>()
    const slow = request(`${door}/tips`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    slow.on('response', (reply) => heard.resolve(reply.resume().statusCode))
    slow.write('{"text":"')
    setTimeout(() => slow.end('slow"}'), 3_500)
    expect(await heard.promise).toBe(200)
  })
})
