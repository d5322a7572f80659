import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLogger } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/http/error-handler'
import { sendWithoutEnd } from '@purple-sector/testing/servers/send-without-end'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { proxyToServices, serviceConnections } from './proxy.ts'
import type { Forwarding } from './upstream.ts'

const servers: Server[] = []
const doors: FastifyInstance[] = []
afterEach(async () => {
  for (const door of doors.splice(0)) {
    door.server.closeAllConnections()
    await door.close()
  }
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Over = Partial<Forwarding> & { connections?: number; timeoutMs?: number }

/** Starts a server that forwards every request to a service over HTTP. */
const inFrontOf = async (url: string, { connections, timeoutMs, ...overrides }: Over = {}): Promise<string> => {
  const limits = { ...(connections ? { connections } : {}), ...(timeoutMs ? { timeoutMs } : {}) }
  const toServices = serviceConnections([url], limits)
  const door = Fastify({ genReqId: () => 'r1' })
  doors.push(door)
  door.setErrorHandler(replyToError)
  door.decorateRequest('forwarding', null)
  door.removeAllContentTypeParsers()
  door.addHook('onClose', () => toServices.agent.destroy())
  door.addHook('onRequest', async (request) => {
    const length = request.headers['content-length']
    request.forwarding = {
      url,
      service: 'weekends',
      headers: { 'x-request-id': 'r1', ...(length === undefined ? {} : { 'content-length': length }) },
      maxBodyBytes: 1_000_000,
      ...overrides,
    }
  })
  await proxyToServices(door, { routes: ['/', '/*'], connections: toServices, log: silentLogger() })
  return door.listen({ port: 0, host: '127.0.0.1' })
}

const unavailable = { code: 'UNAVAILABLE', requestId: 'r1' }

describe('forwarding over HTTP', () => {
  test('answers 503 with Retry-After when the service is down', async () => {
    const door = await inFrontOf('http://127.0.0.1:1')
    const reply = await fetch(door)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toMatchObject(unavailable)
  })

  test('times out a service that accepts and never answers', async () => {
    const door = await inFrontOf(await listen(() => {}), { timeoutMs: 300 })
    expect((await fetch(door)).status).toBe(503)
  })

  test('times out requests queued for a service that accepts no more', async () => {
    const door = await inFrontOf(await listen(() => {}), { connections: 1, timeoutMs: 300 })
    const replies = await Promise.all([fetch(door), fetch(door), fetch(door)])
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503])
  })

  test('passes on a 503 of the service without a retry', async () => {
    let requests = 0
    const service = await listen((_request, response) => {
      requests++
      response.writeHead(503, { 'retry-after': '1' }).end('busy')
    })
    const reply = await fetch(await inFrontOf(service))
    expect([reply.status, await reply.text(), requests]).toEqual([503, 'busy', 1])
  })

  test('ends the connection when the service dies in the middle of its reply', async () => {
    const service = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    })
    const door = await inFrontOf(service)
    const reply = await fetch(door)
    await expect(reply.text()).rejects.toThrow()
  })

  test('forwards bodies, and returns the reply whole', async () => {
    const service = await listen((request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'keep-alive': 'timeout=1', 'x-own': 'yes' })
      request.pipe(response)
    })
    const door = await inFrontOf(service)
    const body = 'ü'.repeat(500_000)
    const reply = await fetch(door, { method: 'POST', body })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('x-own')).toBe('yes')
    expect(await reply.text()).toBe(body)
    expect((await fetch(door, { method: 'HEAD' })).status).toBe(201)
  })

  test('stops forwarding a body without announced length at the limit', async () => {
    let received = 0
    const cutOff = Promise.withResolvers<void>()
    const service = await listen((request) => {
      request.on('data', ({ length }: Buffer) => {
        received += length
      })
      request.on('error', () => cutOff.resolve())
    })
    const door = await inFrontOf(service)
    const reply = await sendWithoutEnd(door)
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'TOO_LARGE'])
    await cutOff.promise
    expect(received).toBeLessThanOrEqual(1_000_000)
  })

  test('forwards a body without announced length whole', async () => {
    const service = await listen((request, response) => request.pipe(response))
    const door = await inFrontOf(service)
    const body = new Blob(['x'.repeat(400_000), 'y'.repeat(400_000)]).stream()
    const reply = await fetch(door, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect((await reply.text()).length).toBe(800_000)
  })

  test('sends the reply even if its precondition failed', async () => {
    const service = await listen((_request, response) => void response.end('done'))
    const door = await inFrontOf(service, { beforeReply: () => Promise.reject(new Error('the cache is away')) })
    expect(await (await fetch(door)).text()).toBe('done')
  })

  test('aborts the request when the client disconnects', async () => {
    const gone = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const service = await listen((_request, response) => {
      reached.resolve()
      response.on('close', () => gone.resolve())
    })
    const door = await inFrontOf(service)
    const client = request(door).on('error', () => {})
    client.end()
    await reached.promise
    client.destroy()
    await gone.promise
  })

  test('never sends a queued request of a client that disconnected', async () => {
    const requests: (string | undefined)[] = []
    const first = Promise.withResolvers<ServerResponse>()
    const service = await listen(({ url }, response) => {
      requests.push(url)
      if (url === '/first') first.resolve(response)
      else response.end()
    })
    const door = await inFrontOf(service, { connections: 1 })
    const early = fetch(`${door}/first`)
    const slow = await first.promise
    const leaving = request(`${door}/leaving`).on('error', () => {})
    leaving.end()
    await new Promise((resolve) => leaving.once('finish', resolve))
    const disconnected = new Promise((resolve) => leaving.once('close', resolve))
    leaving.destroy()
    await disconnected
    const last = fetch(`${door}/last`)
    slow.end()
    await Promise.all([early, last])
    expect(requests.filter((url) => url !== '/leaving' || !leaving.destroyed)).toEqual(['/first', '/last'])
  })

  test('releases the reply of a client that disconnected during its precondition', async () => {
    const [requests, release, disconnected] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const service = await listen(({ url }, response) => {
      response.once('close', () => url === '/first' && disconnected?.resolve())
      response.end(url === '/first' ? Buffer.alloc(16 * 1024 * 1024) : 'here')
    })
    const door = await inFrontOf(service, {
      connections: 1,
      beforeReply() {
        requests?.resolve()
        return release?.promise
      },
    })
    const leaving = request(`${door}/first`).on('error', () => {})
    leaving.end()
    await requests?.promise
    leaving.destroy()
    setTimeout(() => release?.resolve(), 100)
    await disconnected?.promise
    expect(await (await fetch(`${door}/last`)).text()).toBe('here')
  })

  test('applies the backpressure of a slow client to the service', async () => {
    const size = 64 * 1024 * 1024
    let written = 0
    const service = await listen((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (written < size) {
          written += chunk.length
          if (!response.write(chunk)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
    })
    const door = await inFrontOf(service, { connections: 1 })
    const client = request(door)
    const reply = await new Promise<IncomingMessage>((resolve) => client.on('response', resolve).end())
    let before = -1
    await vi.waitFor(
      async () => {
        const now = written
        const isStill = now === before
        before = now
        await pause(20)
        if (!isStill) throw new Error('still writing')
      },
      { timeout: 30_000 },
    )
    expect(written).toBeLessThan(size / 2)
    client.destroy()
    reply.destroy()
  })

  test('delays the reply until its precondition is done', async () => {
    const order: string[] = []
    const service = await listen((_request, response) => response.writeHead(204).end())
    const door = await inFrontOf(service, {
      beforeReply: async (status) => {
        await pause(30)
        order.push(`before ${status}`)
      },
    })
    await fetch(door)
    order.push('answered')
    expect(order).toEqual(['before 204', 'answered'])
  })
})
