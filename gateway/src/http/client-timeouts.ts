import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RejectOverloaded } from '../pipeline/reject-overloaded.ts'
import { requestedOf } from '../routing/requested.ts'
import { clientError } from './client-errors.ts'
import { createHttpConnections } from './http-connections.ts'

/** A request, its body included: a picture of 5 MB at 20 KB/s. What comes more slowly than a body may is ended before. */
const REQUEST_TIMEOUT_MS = 300_000
/** Also how long a new connection may say nothing. */
const HEADERS_TIMEOUT_MS = 15_000
/** Longer than proxies keep theirs, so that none sends a request into a connection that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CHECK_INTERVAL_MS = 1_000

/** The one address where a connection may leave the path of a request; whoever offers that elsewhere is served as always. */
const isWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  requestedOf(request).path.path === '/ws'

/** How long, and how much, the gateway waits for its clients: the servers it listens with, and what watches over them. */
export const clientTimeouts = (rejectOverloaded: RejectOverloaded) => {
  const connections = createHttpConnections()
  return {
    /** Fastify asks for a second one where a name has two addresses (localhost). */
    serverFactory(handler: RequestListener): Server {
      const options = {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_INTERVAL_MS,
        shouldUpgradeCallback: (request: IncomingMessage) =>
          isWebSocket(request) && !connections.isAnswering(request.socket),
      }
      const server = createServer(options, (request, response) => {
        // Requests before it on its connection are still being answered there.
        if (isWebSocket(request)) request.socket.destroy()
        else
          connections.runInOrder(request, response, () => {
            const refuse = rejectOverloaded(request)
            if (refuse) refuse(response)
            else handler(request, response)
          })
      })
      server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
        if (code !== 'ECONNRESET' && !socket.destroyed) connections.refuse(socket, clientError(code))
      })
      return server
    },
    /** Watches over all connections until it is told to stop. */
    watch(): () => void {
      const checking = setInterval(() => connections.check(performance.now()), CHECK_INTERVAL_MS)
      return () => clearInterval(checking)
    },
  }
}
