import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError } from '@purple-sector/service-kit/errors'
import type { RejectOverloaded } from '../pipeline/limits.ts'
import { requestedOf } from '../routing/find-route.ts'
import { clientError, rawErrorResponse, tooSlow } from './error-replies.ts'
import {
  type AbortReason,
  abortReasonOf,
  countAborted,
  type Exchange,
  type HttpConnection,
  selectOverBudget,
} from './http-connection.ts'

type QueuedExchange = Exchange & { start(): void }
type Connection = HttpConnection & { socket: Socket; exchanges: QueuedExchange[] }

/** Pipelined requests of a connection. Browsers and proxies send one at a time. */
const MAX_PIPELINED = 16
/** Memory that all connections together may occupy. */
const BUDGET_BYTES = 256 * 1024 * 1024

export type HttpConnections = {
  /** Starts a request when the previous reply on its connection has left this process. */
  runInOrder(request: IncomingMessage, response: ServerResponse, startExchange: () => void): void
  /** Whether a reply is in flight on this connection. */
  hasReplyInFlight(socket: Duplex): boolean
  /** Ends a connection, with an error reply if none has begun. */
  reject(socket: Socket, error: AppError): void
  /** Runs every second: aborts connections that are too slow, do not read, or occupy too much memory. */
  check(now: number): void
}

/** Tracks HTTP connections, and runs pipelined requests in order. Node reads ahead and would start them all. */
export const createHttpConnections = (now: () => number = () => performance.now()): HttpConnections => {
  const connections = new WeakMap<Duplex, Connection>()
  /** Connections are added once, not with each request, which would be the most expensive part. */
  const openConnections = new Set<Connection>()

  const connectionOf = (socket: Socket): Connection => {
    const existing = connections.get(socket)
    if (existing) return existing
    const connection: Connection = { socket, exchanges: [], leftover: undefined }
    connections.set(socket, connection)
    openConnections.add(connection)
    return connection
  }

  const destroy = (connection: Connection): void => {
    openConnections.delete(connection)
    connection.exchanges.length = 0
    connection.socket.destroy()
  }

  const abort = (connection: Connection, reason: AbortReason): void => {
    countAborted(reason)
    destroy(connection)
  }

  const startExchange = (connection: Connection, { request, response, start }: QueuedExchange): void => {
    response.on('close', () => finishExchange(connection, request))
    start()
  }

  const finishExchange = (connection: Connection, request: IncomingMessage): void => {
    if (connection.socket.destroyed) {
      destroy(connection)
      return
    }
    connection.exchanges.shift()
    const [next] = connection.exchanges
    if (next) startExchange(connection, next)
    else if (!request.complete) connection.leftover = { request, startedAt: now() }
  }

  const reject = (socket: Socket, error: AppError): void => {
    const existing = connections.get(socket)
    const hasReplyBegun =
      existing?.leftover || existing?.exchanges.some(({ response }, exchange) => exchange > 0 || response.headersSent)
    if (socket.writable && !hasReplyBegun) socket.write(rawErrorResponse(error, randomUUID()))
    socket.destroy()
  }

  return {
    runInOrder(request, response, start) {
      const { socket } = request
      // Node may have read this request before its connection was ended.
      if (socket.destroyed) return
      const connection = connectionOf(socket)
      const exchange = { request, response, startedAt: now(), bytesReadBefore: socket.bytesRead, start }
      connection.exchanges.push(exchange)
      if (connection.exchanges.length === 1) startExchange(connection, exchange)
      else if (connection.exchanges.length > MAX_PIPELINED + 1) abort(connection, 'pipelining')
    },
    hasReplyInFlight: (socket) => (connections.get(socket)?.exchanges.length ?? 0) > 0,
    reject,
    check(at) {
      for (const connection of openConnections) {
        if (connection.socket.destroyed) {
          openConnections.delete(connection)
          continue
        }
        const abortReason = abortReasonOf(connection, at)
        if (abortReason === 'slow-request') reject(connection.socket, tooSlow())
        if (abortReason) abort(connection, abortReason)
      }
      for (const connection of selectOverBudget(openConnections, BUDGET_BYTES, at)) abort(connection, 'memory')
    },
  }
}

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
