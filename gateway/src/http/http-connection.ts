import type { IncomingMessage, ServerResponse } from 'node:http'
import { counter } from '@purple-sector/metrics'

/** A minimum rate: `bytes` within `ms`. */
export type MinimumRate = { bytes: number; ms: number }

/** The number of transferred bytes, and the time of the measurement. */
export type Progress = { moved: number; at: number }

/** Returns the progress from which the next check measures; undefined if the transfer is slower than the rate. */
export const progressAt = (
  last: Progress | undefined,
  moved: number,
  now: number,
  { bytes, ms }: MinimumRate,
): Progress | undefined => {
  if (!last || moved - last.moved >= bytes) return { moved, at: now }
  return now - last.at < ms ? last : undefined
}

/** Why a connection was aborted. */
export type AbortReason = 'frames' | 'slow-request' | 'unread-reply' | 'pipelining' | 'leftover-body' | 'memory'

export const countAborted = (reason: AbortReason): void => counter('gateway_connections_aborted_total').inc({ reason })

/** A request and its reply. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  startedAt: number
  /** `bytesRead` of the socket when the request arrived. */
  bytesReadBefore: number
  /** Progress of its body, and of its reply, at the last check. */
  bodyProgress?: Progress | undefined
  replyProgress?: Progress | undefined
}

/** The traffic counters of a socket. */
type CountedSocket = { bytesRead: number; bytesWritten: number; writableLength: number }

/** An HTTP connection. */
export type HttpConnection = {
  socket: CountedSocket
  /** In order of arrival. The first has its reply in flight, the others are queued. */
  exchanges: Exchange[]
  /** A request that was replied to before its body had fully arrived, and the time of the reply. */
  leftover: { request: IncomingMessage; startedAt: number } | undefined
}

/** 15 KB in 15 s: an image of 5 MB at 20 KB/s, from a phone with bad reception, is far above. */
const BODY_RATE: MinimumRate = { bytes: 15 * 1024, ms: 15_000 }
/** Coarse on purpose: the kernel's buffers drain in large steps if the client is slow. */
const REPLY_RATE: MinimumRate = { bytes: 1, ms: 30_000 }
/** How long a client may continue a body after the reply, until it notices the reply. */
const LEFTOVER_TIMEOUT_MS = 5_000

/** Whether the client has to send more of the body: it is incomplete, and all received bytes have been read. */
const isBodyPending = ({ request }: Exchange): boolean => !request.complete && request.readableLength === 0

export type SlowReason = 'slow-request' | 'unread-reply' | 'leftover-body'

/**
 * Checks a connection; returns the reason to abort it, if there is one.
 * Runs about every second, and stores the progress on the exchanges.
 */
export const abortReasonOf = (connection: HttpConnection, now: number): SlowReason | undefined => {
  const { socket, exchanges, leftover } = connection
  if (leftover) {
    if (leftover.request.complete) connection.leftover = undefined
    else if (now - leftover.startedAt >= LEFTOVER_TIMEOUT_MS) return 'leftover-body'
  }
  const [first] = exchanges
  const last = exchanges.at(-1)
  // Without a request in flight, any traffic means that the connection has become a WebSocket.
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
  return socket.writableLength + (last.request.complete ? 0 : socket.bytesRead - last.bytesReadBefore)
}

/** Selects connections to abort so that the rest stay within the budget: most bytes times age first. */
export const selectOverBudget = <Some extends HttpConnection>(
  connections: Iterable<Some>,
  budget: number,
  now: number,
): Some[] => {
  const buffering: { connection: Some; bytes: number; burden: number }[] = []
  for (const connection of connections) {
    const bytes = bufferedBytes(connection)
    const startedAt = connection.exchanges[0]?.startedAt ?? now
    if (bytes > 0) buffering.push({ connection, bytes, burden: bytes * (now - startedAt) })
  }
  let excess = buffering.reduce((sum, { bytes }) => sum + bytes, 0) - budget
  if (excess <= 0) return []
  return buffering
    .sort((a, b) => b.burden - a.burden)
    .flatMap(({ connection, bytes }) => {
      if (excess <= 0) return []
      excess -= bytes
      return [connection]
    })
}
