import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RejectOverloaded } from '../pipeline/reject-overloaded.ts'
import { requestedOf } from '../routing/find-route.ts'
import { clientError } from './client-errors.ts'
import { createHttpConnections } from './http-connections.ts'

/** A request with its body: an image of 5 MB at 20 KB/s. A slower body is aborted earlier (`BODY_RATE`). */
const REQUEST_TIMEOUT_MS = 300_000
/** Also limits the silence of a new connection. */
const HEADERS_TIMEOUT_MS = 15_000
/** Longer than the keep-alive of proxies, so that no proxy sends a request on a connection that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CHECK_INTERVAL_MS = 1_000

/** Whether the request is an upgrade to `/ws`, the only path that allows one; other paths ignore the header. */
const isWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  requestedOf(request).path.path === '/ws'

/** Timeouts and limits of client connections: a server factory, and periodic checks. */
export const clientTimeouts = (rejectOverloaded: RejectOverloaded) => {
  const connections = createHttpConnections()
  return {
    /** Fastify creates a second server when the host resolves to two addresses (`localhost`). */
    serverFactory(handler: RequestListener): Server {
      const options = {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_INTERVAL_MS,
        shouldUpgradeCallback: (request: IncomingMessage) =>
          isWebSocket(request) && !connections.hasReplyInFlight(request.socket),
      }
      const server = createServer(options, (request, response) => {
        // Earlier requests of this connection are still being answered.
        if (isWebSocket(request)) request.socket.destroy()
        else
          connections.runInOrder(request, response, () => {
            const reject = rejectOverloaded(request)
            if (reject) reject(response)
            else handler(request, response)
          })
      })
      server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
        if (code !== 'ECONNRESET' && !socket.destroyed) connections.reject(socket, clientError(code))
      })
      return server
    },
    /** Checks all connections periodically; returns the function that stops it. */
    watch(): () => void {
      const checking = setInterval(() => connections.check(performance.now()), CHECK_INTERVAL_MS)
      return () => clearInterval(checking)
    },
  }
}
