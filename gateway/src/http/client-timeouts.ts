import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify'
import type { TurnAway } from '../overload/turn-away.ts'
import { requestedOf } from '../routing/requested.ts'
import { clientError } from './client-errors.ts'
import { createHttpConnections } from './http-connections.ts'

/** A request, its body included: a picture of 5 MB at 20 KB/s. What comes more slowly than a body may is ended before. */
const REQUEST_MS = 300_000
/** Also how long a new connection may say nothing. */
const HEADERS_MS = 15_000
/** Longer than proxies keep theirs, so that none sends a request into a connection that is just being closed. */
const KEEP_ALIVE_MS = 72_000
const LOOK_MS = 1_000

/** The one address where a connection may leave the path of a request; whoever offers that elsewhere is served as always. */
const isWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  requestedOf(request).path.path === '/ws'

/** How long, and how much, the gateway waits for its clients: options of its server, and what watches over it. */
export const clientTimeouts = () => {
  const connections = createHttpConnections()
  const options = {
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: LOOK_MS,
      shouldUpgradeCallback: isWebSocket,
    },
    clientErrorHandler: ({ code }, socket) => {
      if (code !== 'ECONNRESET' && !socket.destroyed) connections.refuse(socket, clientError(code))
    },
  } satisfies FastifyHttpOptions<RawServerDefault>
  return {
    options,
    watch(app: FastifyInstance, turnAway: TurnAway): void {
      // A second server, which Fastify makes where a name has two addresses (localhost), turns nobody away so early.
      app.server.removeAllListeners('request')
      app.server.on('request', (request, response) => {
        const refuse = connections.isAnswering(request.socket) ? undefined : turnAway(request)
        if (refuse) connections.inTurn(request, response, () => refuse(response))
        else app.routing(request, response)
      })
      const upgrades = new WeakSet<IncomingMessage>()
      app.server.prependListener('upgrade', (request, socket) => {
        upgrades.add(request)
        // Requests before it on its connection are still being answered there.
        if (connections.isAnswering(socket)) socket.destroy()
      })
      app.addHook('onRequest', (request, reply, done) => {
        const { raw } = request
        // What the gateway asks of itself (`static/first-replies.ts`) comes by no connection.
        if (!(raw.socket instanceof Socket)) done()
        else if (!upgrades.has(raw)) connections.inTurn(raw, reply.raw, done)
        else if (!raw.socket.destroyed) done()
      })
      const look = setInterval(() => connections.check(performance.now()), LOOK_MS)
      app.addHook('onClose', (_app, done) => {
        clearInterval(look)
        done()
      })
    },
  }
}
