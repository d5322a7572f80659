import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@purple-sector/service-kit'
import { AppError, forbidden, notFound, tooMany, unauthorized, unavailable } from '@purple-sector/service-kit/errors'
import { type WebSocket, WebSocketServer } from 'ws'
import { lastReply } from '../forwarding/raw-error.ts'
import { isOwnOrigin } from '../guards/origin.ts'
import { readRequestPath } from '../routing/request-path.ts'
import { hashOf, sessionIdOf } from '../sessions/session-cookie.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'
import { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { HandshakeLimits } from './handshake-limits.ts'
import { LARGEST_FRAME, limitIntake } from './intake.ts'

type Options = {
  sessions: Sessions
  connections: Connections
  limits: HandshakeLimits
  publicUrl: string | undefined
  cookieName: string
  log: Logger
  isReady(): boolean
  opened(connection: Connection, ws: WebSocket): void
  /** More came than a client may send; nothing of it is read any more. */
  flooded(connection: Connection): void
}

/** Lets browsers with a session, sent by our own pages, up to `/ws`; everybody else gets the error as HTTP. */
export const handshake = (options: Options): ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) => {
  const { sessions, connections, limits, publicUrl, cookieName, log } = options
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LARGEST_FRAME,
  })

  const sessionOf = async (request: IncomingMessage): Promise<Session> => {
    if (readRequestPath(request.url ?? '')?.path !== '/ws')
      throw notFound('NOT_FOUND', 'There is nothing at this address.')
    if (!isOwnOrigin(request.headers, publicUrl)) throw forbidden('FOREIGN_ORIGIN', 'Another site sent this request.')
    const id = sessionIdOf(request.headers.cookie, cookieName)
    if (id === undefined) throw unauthorized()
    const hash = hashOf(id)
    const session = sessions.known(hash) ?? (await sessions.resolve(hash))
    if (!session) throw unauthorized()
    if (!options.isReady()) throw unavailable('The service is starting or stopping. Please try again.')
    return session
  }

  const open = (request: IncomingMessage, socket: Duplex, head: Buffer, session: Session): void => {
    const waitSeconds = limits.count(session.hash, performance.now())
    if (waitSeconds > 0) throw tooMany('This session opens connections too often. Please wait.', waitSeconds)
    const place = connections.reserve(session.hash)
    if (!place) throw tooMany('This session has too many connections.', 10)
    let isTaken = false
    // The callback runs at once, or never where the handshake is malformed and ws has answered that.
    server.handleUpgrade(request, socket, head, (ws) => {
      isTaken = true
      const connection = new Connection(ws, socket, session, Date.now())
      place.take(connection)
      options.opened(connection, ws)
      limitIntake(socket, connection, options.flooded)
    })
    if (!isTaken) place.give()
  }

  return async (request, socket, head) => {
    const ignore = () => socket.destroy()
    socket.on('error', ignore)
    try {
      const session = await sessionOf(request)
      if (socket.destroyed) return
      open(request, socket, head, session)
      socket.off('error', ignore)
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'a handshake failed')
      const known = error instanceof AppError ? error : unavailable('The service is busy. Please try again.')
      socket.end(lastReply(known, randomUUID()), () => socket.destroy())
    }
  }
}
