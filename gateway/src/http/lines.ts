import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AppError } from '@purple-sector/service-kit/errors'
import { lastReply } from '../forwarding/raw-error.ts'
import { type Cut, countCut } from '../guards/cuts.ts'
import { tooSlow } from './client-errors.ts'
import { type Exchange, faultOf, type Line, overBudget } from './line.ts'

type Turn = Exchange & { begin(): void }
type SocketLine = Line & { wire: Socket; exchanges: Turn[] }

/** Requests of a connection that wait for the one before them. Browsers and proxies send one at a time. */
const MOST_WAITING = 16
/** What all connections together may make this process hold. */
const BUDGET_BYTES = 256 * 1024 * 1024

export type Lines = {
  /** Begins with a request when the reply before it on its connection has left this process. */
  inTurn(request: IncomingMessage, response: ServerResponse, begin: () => void): void
  /** Ends a connection, with a reply where it can still be given. */
  refuse(socket: Socket, error: AppError): void
  /** Looked at every second: ends what is too slow, is not read, or holds too much. */
  check(now: number): void
}

/** The HTTP connections on which requests are under way. Node reads ahead, and would answer all that it has read. */
export const createLines = (now: () => number = () => performance.now()): Lines => {
  const lines = new WeakMap<Socket, SocketLine>()
  const busy = new Set<SocketLine>()

  const lineOf = (socket: Socket): SocketLine => {
    const known = lines.get(socket)
    if (known) return known
    const line: SocketLine = {
      wire: socket,
      exchanges: [],
      leftover: undefined,
      arriving: undefined,
      leaving: undefined,
    }
    lines.set(socket, line)
    return line
  }

  const drop = (line: SocketLine): void => {
    busy.delete(line)
    line.exchanges.length = 0
    line.wire.destroy()
  }

  const cut = (line: SocketLine, reason: Cut): void => {
    countCut(reason)
    drop(line)
  }

  const begin = (line: SocketLine, { request, response, begin: go }: Turn): void => {
    response.once('close', () => end(line, request))
    go()
  }

  const end = (line: SocketLine, request: IncomingMessage): void => {
    if (line.wire.destroyed) {
      drop(line)
      return
    }
    line.exchanges.shift()
    const [next] = line.exchanges
    if (next) begin(line, next)
    else if (request.complete) busy.delete(line)
    else line.leftover = { request, since: now() }
  }

  const refuse = (socket: Socket, error: AppError): void => {
    const exchanges = lines.get(socket)?.exchanges ?? []
    const hasBegun = exchanges.length > 1 || (exchanges[0]?.response.headersSent ?? false)
    if (socket.writable && !hasBegun) socket.write(lastReply(error, randomUUID()))
    socket.destroy()
  }

  return {
    inTurn(request, response, go) {
      const { socket } = request
      // What Node had read already of a connection that was cut.
      if (socket.destroyed) return
      const line = lineOf(socket)
      const turn = { request, response, since: now(), readBefore: socket.bytesRead, begin: go }
      line.exchanges.push(turn)
      busy.add(line)
      if (line.exchanges.length === 1) begin(line, turn)
      else if (line.exchanges.length > MOST_WAITING + 1) cut(line, 'pipelining')
    },
    refuse,
    check(at) {
      for (const line of busy) {
        const fault = faultOf(line, at)
        if (fault === 'slow-request') refuse(line.wire, tooSlow())
        if (line.wire.destroyed || (line.exchanges.length === 0 && !line.leftover)) busy.delete(line)
        if (fault) cut(line, fault)
      }
      for (const line of overBudget(busy, BUDGET_BYTES, at)) cut(line, 'memory')
    },
  }
}
