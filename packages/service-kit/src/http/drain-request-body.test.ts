import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drainRequestBody } from './drain-request-body.ts'

/** Starts a server that rejects every body at its first bytes, and returns its port. */
const startRejectingServer = async (): Promise<number> => {
  const server = createServer((incoming, response) => {
    incoming.once('data', () => {
      drainRequestBody(incoming)
      response.writeHead(413).end('too large')
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('closes the connection of a client that keeps sending a rejected body', async () => {
  const client = connect(await startRejectingServer(), '127.0.0.1')
  const chunk = Buffer.alloc(64 * 1024)
  const writeMore = () => {
    while (client.write(chunk));
  }
  let received = ''
  client.on('data', (text) => {
    received += text
  })
  const closed = Promise.withResolvers<void>()
  client.on('drain', writeMore).on('error', () => {})
  client.on('close', () => closed.resolve())
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000000\r\n\r\n')
  writeMore()
  await closed.promise
  expect(received).toMatch(/^HTTP\/1.1 413 /)
})

test('lets a client that has sent everything read the reply and keep the connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const port = await startRejectingServer()
  const send = async () => {
    const sending = request({ port, method: 'POST', agent })
    sending.end(Buffer.alloc(4 * 1024 * 1024))
    const [response]: IncomingMessage[] = await once(sending, 'response')
    response?.resume()
    await once(sending, 'close')
    return [response?.statusCode, sending.reusedSocket]
  }
  expect(await send()).toEqual([413, false])
  expect(await send()).toEqual([413, true])
})
