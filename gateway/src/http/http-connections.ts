import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AppError } from '@purple-sector/service-kit/errors'
import { rawErrorResponse } from '../forwarding/raw-error.ts'
import { type AbortReason, countAborted } from './aborted-connections.ts'
import { tooSlow } from './client-errors.ts'
import { type Exchange, faultOf, type HttpConnection, overBudget } from './http-connection.ts'

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
  isAnswering(socket: Duplex): boolean
  /** Ends a connection, with an error reply if that is still possible. */
  refuse(socket: Socket, error: AppError): void
  /** Runs every second: aborts connections that are too slow, do not read, or occupy too much memory. */
  check(now: number): void
}

/** Tracks HTTP connections, and answers pipelined requests in order. Node reads ahead and would start them all. */
export const createHttpConnections = (now: () => number = () => performance.now()): HttpConnections => {
  const connections = new WeakMap<Duplex, Connection>()
  /** Added once per connection, not per request, which would be the most expensive part. */
  const open = new Set<Connection>()

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { socket, exchanges: [], leftover: undefined }
    connections.set(socket, connection)
    open.add(connection)
    return connection
  }

  const drop = (connection: Connection): void => {
    open.delete(connection)
    connection.exchanges.length = 0
    connection.socket.destroy()
  }

  const abort = (connection: Connection, reason: AbortReason): void => {
    countAborted(reason)
    drop(connection)
  }

  const startExchange = (connection: Connection, { request, response, start }: QueuedExchange): void => {
    response.on('close', () => end(connection, request))
    start()
  }

  const end = (connection: Connection, request: IncomingMessage): void => {
    if (connection.socket.destroyed) {
      drop(connection)
      return
    }
    connection.exchanges.shift()
    const [next] = connection.exchanges
    if (next) startExchange(connection, next)
    else if (!request.complete) connection.leftover = { request, since: now() }
  }

  const refuse = (socket: Socket, error: AppError): void => {
    const known = connections.get(socket)
    const isAnswered =
      known?.leftover || known?.exchanges.some(({ response }, exchange) => exchange > 0 || response.headersSent)
    if (socket.writable && !isAnswered) socket.write(rawErrorResponse(error, randomUUID()))
    socket.destroy()
  }

  return {
    runInOrder(request, response, start) {
      const { socket } = request
      // A request that Node had read before its connection was ended.
      if (socket.destroyed) return
      const connection = connectionOf(socket)
      const exchange = { request, response, since: now(), readBefore: socket.bytesRead, start: start }
      connection.exchanges.push(exchange)
      if (connection.exchanges.length === 1) startExchange(connection, exchange)
      else if (connection.exchanges.length > MAX_PIPELINED + 1) abort(connection, 'pipelining')
    },
    isAnswering: (socket) => (connections.get(socket)?.exchanges.length ?? 0) > 0,
    refuse,
    check(at) {
      for (const connection of open) {
        if (connection.socket.destroyed) {
          open.delete(connection)
          continue
        }
        const fault = faultOf(connection, at)
        if (fault === 'slow-request') refuse(connection.socket, tooSlow())
        if (fault) abort(connection, fault)
      }
      for (const connection of overBudget(open, BUDGET_BYTES, at)) abort(connection, 'memory')
    },
  }
}
