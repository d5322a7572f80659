import type { IncomingMessage, ServerResponse } from 'node:http'
import { keptPace, type Mark, type Pace } from './pace.ts'

/** A request and its reply, and what the socket had read when it came. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; since: number; readBefore: number }

/** A socket, as far as it tells how much moves on it. */
type CountedSocket = { bytesRead: number; bytesWritten: number; writableLength: number }

/** A connection on which HTTP is spoken, while requests of it are under way. */
export type HttpConnection = {
  socket: CountedSocket
  /** In the order they came. The first is answered now, the others wait for their turn. */
  exchanges: Exchange[]
  /** The request that was answered before all of it had come, and when that was. */
  leftover: { request: IncomingMessage; since: number } | undefined
  arriving: Mark | undefined
  leaving: Mark | undefined
}

/** 15 KB in 15 s: a picture of 5 MB at 20 KB/s, as a bad phone sends it, is far above. */
const BODY_PACE: Pace = { bytes: 15 * 1024, ms: 15_000 }
/** Coarse on purpose: what the kernel holds leaves in large steps where the client is slow. */
const REPLY_PACE: Pace = { bytes: 1, ms: 30_000 }
/** The rest of a body that nobody wants: as long as a client may need to notice that it is answered. */
const LEFTOVER_MS = 5_000

/** A body that is still on its way, and of which nothing waits here to be read: the client's turn to do something. */
const isAwaited = ({ request }: Exchange): boolean => !request.complete && request.readableLength === 0

export type Fault = 'slow-request' | 'unread-reply' | 'leftover-body'

/** What is wrong with a connection now. Looked at every second or so; remembers on it what it saw. */
export const faultOf = (connection: HttpConnection, now: number): Fault | undefined => {
  const { socket, exchanges, leftover } = connection
  if (leftover) {
    if (leftover.request.complete) connection.leftover = undefined
    else if (now - leftover.since >= LEFTOVER_MS) return 'leftover-body'
  }
  const last = exchanges.at(-1)
  if (last && isAwaited(last)) {
    connection.arriving = keptPace(connection.arriving, socket.bytesRead, now, BODY_PACE)
    if (!connection.arriving) return 'slow-request'
  } else connection.arriving = undefined
  if (socket.writableLength > 0) {
    connection.leaving = keptPace(connection.leaving, socket.bytesWritten - socket.writableLength, now, REPLY_PACE)
    if (!connection.leaving) return 'unread-reply'
  } else connection.leaving = undefined
  return undefined
}

/** What this process keeps for it, in bytes: of the reply what is not taken, of a body what has come so far. */
export const heldFor = ({ socket, exchanges }: HttpConnection): number => {
  const last = exchanges.at(-1)
  const body = last && !last.request.complete ? socket.bytesRead - last.readBefore : 0
  return socket.writableLength + body
}

/** Whom to give up so that the others hold no more than the budget: first who has held most for longest. */
export const overBudget = <Some extends HttpConnection>(
  connections: Iterable<Some>,
  budget: number,
  now: number,
): Some[] => {
  const holding = [...connections].map((connection) => {
    const bytes = heldFor(connection)
    return { connection, bytes, burden: bytes * (now - (connection.exchanges[0]?.since ?? now)) }
  })
  let excess = holding.reduce((sum, { bytes }) => sum + bytes, 0) - budget
  if (excess <= 0) return []
  return holding
    .sort((one, other) => other.burden - one.burden)
    .flatMap(({ connection, bytes }) => {
      if (excess <= 0 || bytes === 0) return []
      excess -= bytes
      return [connection]
    })
}
