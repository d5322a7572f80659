import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AppError } from '@purple-sector/service-kit/errors'
import { lastReply } from '../forwarding/raw-error.ts'
import { type Cut, countCut } from '../guards/cuts.ts'
import { tooSlow } from './client-errors.ts'
import { type Exchange, faultOf, type HttpConnection, overBudget } from './http-connection.ts'

type Turn = Exchange & { begin(): void }
type Connection = HttpConnection & { socket: Socket; exchanges: Turn[] }

/** Requests of a connection that wait for the one before them. Browsers and proxies send one at a time. */
const MOST_WAITING = 16
/** What all connections together may make this process hold. */
const BUDGET_BYTES = 256 * 1024 * 1024

export type HttpConnections = {
  /** Begins with a request when the reply before it on its connection has left this process. */
  inTurn(request: IncomingMessage, response: ServerResponse, begin: () => void): void
  /** Ends a connection, with a reply where it can still be given. */
  refuse(socket: Socket, error: AppError): void
  /** Looked at every second: ends what is too slow, is not read, or holds too much. */
  check(now: number): void
}

/** The HTTP connections on which requests are under way. Node reads ahead, and would answer all that it has read. */
export const createHttpConnections = (now: () => number = () => performance.now()): HttpConnections => {
  const connections = new WeakMap<Socket, Connection>()
  const busy = new Set<Connection>()

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = {
      socket,
      exchanges: [],
      leftover: undefined,
      arriving: undefined,
      leaving: undefined,
    }
    connections.set(socket, connection)
    return connection
  }

  const drop = (connection: Connection): void => {
    busy.delete(connection)
    connection.exchanges.length = 0
    connection.socket.destroy()
  }

  const cut = (connection: Connection, reason: Cut): void => {
    countCut(reason)
    drop(connection)
  }

  const begin = (connection: Connection, { request, response, begin: go }: Turn): void => {
    response.once('close', () => end(connection, request))
    go()
  }

  const end = (connection: Connection, request: IncomingMessage): void => {
    if (connection.socket.destroyed) {
      drop(connection)
      return
    }
    connection.exchanges.shift()
    const [next] = connection.exchanges
    if (next) begin(connection, next)
    else if (request.complete) busy.delete(connection)
    else connection.leftover = { request, since: now() }
  }

  const refuse = (socket: Socket, error: AppError): void => {
    const exchanges = connections.get(socket)?.exchanges ?? []
    const hasBegun = exchanges.length > 1 || (exchanges[0]?.response.headersSent ?? false)
    if (socket.writable && !hasBegun) socket.write(lastReply(error, randomUUID()))
    socket.destroy()
  }

  return {
    inTurn(request, response, go) {
      const { socket } = request
      // What Node had read already of a connection that was cut.
      if (socket.destroyed) return
      const connection = connectionOf(socket)
      const turn = { request, response, since: now(), readBefore: socket.bytesRead, begin: go }
      connection.exchanges.push(turn)
      busy.add(connection)
      if (connection.exchanges.length === 1) begin(connection, turn)
      else if (connection.exchanges.length > MOST_WAITING + 1) cut(connection, 'pipelining')
    },
    refuse,
    check(at) {
      for (const connection of busy) {
        const fault = faultOf(connection, at)
        if (fault === 'slow-request') refuse(connection.socket, tooSlow())
        if (connection.socket.destroyed || (connection.exchanges.length === 0 && !connection.leftover))
          busy.delete(connection)
        if (fault) cut(connection, fault)
      }
      for (const connection of overBudget(busy, BUDGET_BYTES, at)) cut(connection, 'memory')
    },
  }
}
