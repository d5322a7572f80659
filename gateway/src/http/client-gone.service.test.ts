import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createApp, createLogger, type Logger } from '@purple-sector/service-kit'
import { expect, onTestFinished, test } from 'vitest'
import { gatewayClient } from '../../test/gateway-client.ts'
import { rawClient } from '../../test/raw-client.ts'
import { signIn } from '../../test/stub-services.ts'
import { startTestGateway } from '../../test/test-gateway.ts'
import type { Upstream } from '../forwarding/upstream.ts'

/** A service that starts a reply and never sends its body; `left` resolves when the connection is closed. */
type Slow = { upstream: Upstream; started: Promise<void>; disconnected: Promise<unknown> }

const inThisProcess = async (log: Logger): Promise<Slow> => {
  const started = Promise.withResolvers<void>()
  const disconnected = Promise.withResolvers<void>()
  const options = { log, verifyIdentity: async () => undefined, internalSecret: 'a secret' }
  const app = createApp({ service: 'identity', ...options })
  app.get('/api/users/teams', { config: { access: 'public' } }, async (_request, reply) => {
    const body = new Readable({ read: () => started.resolve() })
    body.on('close', disconnected.resolve)
    return reply.send(body)
  })
  await app.ready()
  return { upstream: app, started: started.promise, disconnected: disconnected.promise }
}

const overHttp = async (): Promise<Slow> => {
  const started = Promise.withResolvers<void>()
  const disconnected = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.on('close', disconnected.resolve)
    response.flushHeaders()
    started.resolve()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { upstream: `http://127.0.0.1:${port}`, started: started.promise, disconnected: disconnected.promise }
}

test.each([
  ['a service of this process', inThisProcess],
  ['a service over HTTP', overHttp],
])('does not log an error when a client disconnects while waiting: %s', async (_setup, start) => {
  const errors: string[] = []
  const log = createLogger('gateway', 'error', { write: (line) => void errors.push(line) })
  const { upstream, started, disconnected } = await start(log)
  const at = await startTestGateway({ upstreams: { identity: upstream }, log })
  onTestFinished(() => at.close())
  const { cookie } = signIn(at.state)
  const replyProgress = rawClient(at.url)
  replyProgress.write(`GET /api/users/teams HTTP/1.1\r\nhost: fans.test\r\ncookie: ${cookie}\r\n\r\n`)
  await started
  // Over HTTP the reply's headers reach the gateway after the service has started it.
  const { raw } = gatewayClient(() => at.url)
  await raw('/healthz')
  replyProgress.close()
  await disconnected
  await raw('/healthz')
  expect(errors).toEqual([])
})
