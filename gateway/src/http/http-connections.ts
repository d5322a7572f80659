import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError } from '@purple-sector/service-kit/errors'
import { rawErrorResponse } from '../forwarding/raw-error.ts'
import { type AbortReason, countAborted } from './aborted-connections.ts'
import { tooSlow } from './client-errors.ts'
import { abortReasonOf, type Exchange, type HttpConnection, selectOverBudget } from './http-connection.ts'

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
