import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const client = (...args: Parameters<typeof createHttpClient>) => {
  const created = createHttpClient(...args)
  closing.unshift(() => created.close())
  return created
}

test('distinguishes 503 without Retry-After, and counts calls without a reply', async () => {
  const replies = [503, 500]
  const url = await serve((_, reply) => reply.writeHead(replies.shift() ?? 200).end())
  const http = client({ urls: ['http://127.0.0.1:1', url] })
  expect((await http.send({ method: 'GET', path: '/' })).status).toBe(500)
  expect(http.outages).toEqual({ 'no reply': 1, '503 without Retry-After': 1, 500: 1 })
})

describe('createHttpClient over an unreliable network', () => {
  test('repeats calls after an outage or a limit, and never after a final reply', async () => {
    const statuses = [503, 429, 502, 409]
    const url = await serve((_, reply) =>
      reply.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end('{"code":"TIPS_CLOSED"}'),
    )
    const http = client({ urls: [url] })
    expect(await http.send({ method: 'POST', path: '/', body: {} })).toMatchObject({
      status: 409,
      body: { code: 'TIPS_CLOSED' },
    })
    expect(http.retries).toBe(3)
    expect(http.outages).toEqual({ 503: 1, 429: 1, 502: 1 })
  })

  test('uses the other address with its own origin when one rejects connections', async () => {
    const origins: unknown[] = []
    const otherUrl = await serve((request, reply) => reply.end(JSON.stringify(origins.push(request.headers.origin))))
    const http = client({ urls: ['http://127.0.0.1:1', otherUrl] })
    expect((await http.send({ method: 'GET', path: '/' })).status).toBe(200)
    expect((await http.send({ method: 'GET', path: '/' })).body).toBe(2)
    expect(origins).toEqual([otherUrl, otherUrl])
    expect(http.retries).toBe(1)
  })

  test('fails after the timeout, or at once when the signal is aborted', async () => {
    await expect(
      client({ urls: ['http://127.0.0.1:1'], timeout: 50 }).send({ method: 'GET', path: '/x' }),
    ).rejects.toThrow('no answer')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(client({ urls: ['http://127.0.0.1:1'], signal }).send({ method: 'GET', path: '/x' })).rejects.toThrow(
      'enough',
    )
  })
})
