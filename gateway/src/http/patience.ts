import type { IncomingMessage } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify'
import { clientError } from './client-errors.ts'
import { createHttpConnections } from './http-connections.ts'

/** A request, its body included: a picture of 5 MB at 20 KB/s. What falls below the pace of a body is ended before. */
const REQUEST_MS = 300_000
/** Also how long a new connection may say nothing. */
const HEADERS_MS = 15_000
/** Longer than proxies keep theirs, so that none sends a request into a connection that is just being closed. */
const KEEP_ALIVE_MS = 72_000
const LOOK_MS = 1_000

const isUpgradeToWebSocket = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket'

/** How long, and how much, the gateway waits for its clients: options of its server, and what watches over it. */
export const patience = () => {
  const connections = createHttpConnections()
  const options = {
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: LOOK_MS,
      // Somebody who offers HTTP/2 (h2c) is served as always; only WebSockets leave the path of a request.
      shouldUpgradeCallback: isUpgradeToWebSocket,
    },
    clientErrorHandler: ({ code }, socket) => {
      if (code !== 'ECONNRESET' && !socket.destroyed) connections.refuse(socket, clientError(code))
    },
  } satisfies FastifyHttpOptions<RawServerDefault>
  return {
    options,
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => connections.inTurn(request.raw, reply.raw, done))
      const look = setInterval(() => connections.check(performance.now()), LOOK_MS)
      app.addHook('onClose', (_app, done) => {
        clearInterval(look)
        done()
      })
    },
  }
}
