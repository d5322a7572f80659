import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { rawClient } from '../test/raw-client.ts'
import { clientTimeouts } from './http/http-connections.ts'
import { listen } from './server.ts'

const upgrade = ['GET /ws HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket', '', ''].join('\r\n')

const listening = async (addresses: string[]) => {
  const { serverFactory } = clientTimeouts(({ url }) =>
    url === '/too-much' ? (response) => response.writeHead(503).end() : undefined,
  )
  const app = Fastify({ serverFactory })
  app.get('/', async () => 'fine')
  app.server.on('upgrade', (_request, socket) => socket.end('upgraded'))
  await listen({ app, serverFactory, port: 0, addressesOf: async () => addresses })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('serves and guards the second address of a name like the first', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const { app, port } = await listening(addresses)
  for (const address of addresses) {
    const url = `http://${address}:${port}`
    const request = async (path: string) => (await fetch(`${url}${path}`, { headers: { connection: 'close' } })).status
    expect([address, await request('/'), await request('/too-much')]).toEqual([address, 200, 503])
    const odd = rawClient(url)
    odd.write('HELLO\r\n\r\n')
    expect(await odd.ended).toContain('BAD_REQUEST')
    const socket = rawClient(url)
    socket.write(upgrade)
    expect(await socket.ended).toBe('upgraded')
  }
  await app.close()
  for (const address of addresses) await expect(fetch(`http://${address}:${port}`)).rejects.toThrow()
})

test('ignores a second address that is not available', async () => {
  const { app, port } = await listening(['127.0.0.1', '192.0.2.1'])
  onTestFinished(() => app.close())
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
})
