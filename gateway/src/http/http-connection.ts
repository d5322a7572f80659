import type { IncomingMessage, ServerResponse } from 'node:http'
import { type MinimumRate, type Progress, progressAt } from './minimum-rate.ts'

/** A request and its reply. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  since: number
  /** What the socket had read when it came. */
  readBefore: number
  /** How far its body, and its reply, were when that was looked at. */
  bodyProgress?: Progress | undefined
  replyProgress?: Progress | undefined
}

/** A socket, as far as it tells how much moves on it. */
type CountedSocket = { bytesRead: number; bytesWritten: number; writableLength: number }

/** A connection on which HTTP is spoken. */
export type HttpConnection = {
  socket: CountedSocket
  /** In the order they came. The first is answered now, the others wait for their turn. */
  exchanges: Exchange[]
  /** The request that was answered before all of it had come, and when that was. */
  leftover: { request: IncomingMessage; since: number } | undefined
}

/** 15 KB in 15 s: a picture of 5 MB at 20 KB/s, as a bad phone sends it, is far above. */
const BODY_RATE: MinimumRate = { bytes: 15 * 1024, ms: 15_000 }
/** Coarse on purpose: what the kernel holds leaves in large steps where the client is slow. */
const REPLY_RATE: MinimumRate = { bytes: 1, ms: 30_000 }
/** The rest of a body that nobody wants: as long as a client may need to notice that it is answered. */
const LEFTOVER_TIMEOUT_MS = 5_000

/** A body that is still on its way, and of which nothing waits here to be read: the client's turn to do something. */
const isBodyPending = ({ request }: Exchange): boolean => !request.complete && request.readableLength === 0

export type Fault = 'slow-request' | 'unread-reply' | 'leftover-body'

/** What is wrong with a connection now. Looked at every second or so; remembers on its exchanges what it saw. */
export const faultOf = (connection: HttpConnection, now: number): Fault | undefined => {
  const { socket, exchanges, leftover } = connection
  if (leftover) {
    if (leftover.request.complete) connection.leftover = undefined
    else if (now - leftover.since >= LEFTOVER_TIMEOUT_MS) return 'leftover-body'
  }
  const [first] = exchanges
  const last = exchanges.at(-1)
  // Nothing is under way; what leaves now, if anything does, is no reply: the connection has become a WebSocket.
  if (!first || !last) return undefined
  last.bodyProgress = isBodyPending(last) ? progressAt(last.bodyProgress, socket.bytesRead, now, BODY_RATE) : undefined
  if (isBodyPending(last) && !last.bodyProgress) return 'slow-request'
  const isFlushed = socket.writableLength === 0
  const flushed = socket.bytesWritten - socket.writableLength
  first.replyProgress = isFlushed ? undefined : progressAt(first.replyProgress, flushed, now, REPLY_RATE)
  return isFlushed || first.replyProgress ? undefined : 'unread-reply'
}

/** What this process keeps for it, in bytes: of the reply what is not taken, of a body what has come so far. */
export const bufferedBytes = ({ socket, exchanges }: HttpConnection): number => {
  const last = exchanges.at(-1)
  if (!last) return 0
  return socket.writableLength + (last.request.complete ? 0 : socket.bytesRead - last.readBefore)
}

/** Whom to give up so that the others hold no more than the budget: first who has held most for longest. */
export const overBudget = <Some extends HttpConnection>(
  connections: Iterable<Some>,
  budget: number,
  now: number,
): Some[] => {
  const buffering: { connection: Some; bytes: number; burden: number }[] = []
  for (const connection of connections) {
    const bytes = bufferedBytes(connection)
    const since = connection.exchanges[0]?.since ?? now
    if (bytes > 0) buffering.push({ connection, bytes, burden: bytes * (now - since) })
  }
  let excess = buffering.reduce((sum, { bytes }) => sum + bytes, 0) - budget
  if (excess <= 0) return []
  return buffering
    .sort((one, other) => other.burden - one.burden)
    .flatMap(({ connection, bytes }) => {
      if (excess <= 0) return []
      excess -= bytes
      return [connection]
    })
}
