import type { IncomingMessage, ServerResponse } from 'node:http'
import { type MinimumRate, type Progress, progressAt } from './minimum-rate.ts'

/** A request and its reply. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  since: number
  /** `bytesRead` of the socket when the request arrived. */
  readBefore: number
  /** Progress of its body, and of its reply, at the last check. */
  bodyProgress?: Progress | undefined
  replyProgress?: Progress | undefined
}

/** A socket, as far as its traffic is counted. */
type CountedSocket = { bytesRead: number; bytesWritten: number; writableLength: number }

/** An HTTP connection. */
export type HttpConnection = {
  socket: CountedSocket
  /** In order of arrival. The first is being answered, the others are queued. */
  exchanges: Exchange[]
  /** The request that was answered before its body had fully arrived, and when that was. */
  leftover: { request: IncomingMessage; since: number } | undefined
}

/** 15 KB in 15 s: an image of 5 MB at 20 KB/s, from a phone with bad reception, is far above. */
const BODY_RATE: MinimumRate = { bytes: 15 * 1024, ms: 15_000 }
/** Coarse on purpose: the kernel's buffers drain in large steps where the client is slow. */
const REPLY_RATE: MinimumRate = { bytes: 1, ms: 30_000 }
/** The rest of an unwanted body: the time a client may need to notice that it was answered. */
const LEFTOVER_TIMEOUT_MS = 5_000

/** Whether the body is incomplete and none of it waits here to be read: it is the client's turn. */
const isBodyPending = ({ request }: Exchange): boolean => !request.complete && request.readableLength === 0

export type Fault = 'slow-request' | 'unread-reply' | 'leftover-body'

/**
 * Checks a connection and returns its fault, if any.
 * Runs about every second, and stores the progress on the exchanges.
 */
export const faultOf = (connection: HttpConnection, now: number): Fault | undefined => {
  const { socket, exchanges, leftover } = connection
  if (leftover) {
    if (leftover.request.complete) connection.leftover = undefined
    else if (now - leftover.since >= LEFTOVER_TIMEOUT_MS) return 'leftover-body'
  }
  const [first] = exchanges
  const last = exchanges.at(-1)
  // No request is in flight; other traffic means that the connection has become a WebSocket.
  if (!first || !last) return undefined
  last.bodyProgress = isBodyPending(last) ? progressAt(last.bodyProgress, socket.bytesRead, now, BODY_RATE) : undefined
  if (isBodyPending(last) && !last.bodyProgress) return 'slow-request'
  const isFlushed = socket.writableLength === 0
  const flushed = socket.bytesWritten - socket.writableLength
  first.replyProgress = isFlushed ? undefined : progressAt(first.replyProgress, flushed, now, REPLY_RATE)
  return isFlushed || first.replyProgress ? undefined : 'unread-reply'
}

/** Bytes buffered for a connection: the reply's unsent rest, and the body received so far. */
export const bufferedBytes = ({ socket, exchanges }: HttpConnection): number => {
  const last = exchanges.at(-1)
  if (!last) return 0
  return socket.writableLength + (last.request.complete ? 0 : socket.bytesRead - last.readBefore)
}

/** Selects connections to abort so that the rest stay within the budget: most bytes times age first. */
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
