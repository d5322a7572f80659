import websocket from '@fastify/websocket'
import type { Logger } from '@purple-sector/service-kit'
import { forbidden, tooMany, unauthorized, unavailable } from '@purple-sector/service-kit/errors'
import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { WebSocket } from 'ws'
import { routeNotFound } from '../../http/error-replies.ts'
import { countAborted } from '../../http/http-connection.ts'
import { hashOf, isOwnOrigin, sessionIdOf } from '../../pipeline/authenticate.ts'
import type { Session, Sessions } from '../../sessions/sessions.ts'
import { Client } from '../hub/client.ts'
import type { Clients } from '../hub/clients.ts'
import type { FrameWriter } from '../hub/frames.ts'
import type { Hub } from '../hub/hub.ts'
import type { HandshakeLimits } from './handshake-limits.ts'
import { limitIntake, MAX_FRAME_BYTES } from './intake.ts'

type Options = {
  hub: Hub
  clients: Clients
  sessions: Pick<Sessions, 'peek' | 'resolve'>
  limits: HandshakeLimits
  frames: FrameWriter
  publicUrl: string | undefined
  cookieName: string
  log: Logger
  isReady(): boolean
  /** Runs when a handshake is rejected because the gateway is not ready. */
  onRejected(): void
}

/** docs/contract.md, Realtime: 10 sockets per session. */
const MAX_SOCKETS_PER_SESSION = 10

const throwNotFound = (): never => {
  throw routeNotFound()
}

/**
 * `/ws`: accepts handshakes with a session from our own pages; replies to others with an HTTP error.
 * Tens of thousands of sockets stay open, so each socket releases its request and reply.
 */
export const socketRoute = (options: Options): FastifyPluginAsync => {
  const { hub, clients, sessions, limits, frames, publicUrl, cookieName, log } = options
  const sessionOf = new WeakMap<FastifyRequest, Session>()

  const checkOrigin: onRequestAsyncHookHandler = async ({ headers }) => {
    if (!isOwnOrigin(headers, publicUrl)) throw forbidden('FOREIGN_ORIGIN', 'Another site sent this request.')
  }

  const checkSession: onRequestAsyncHookHandler = async (request) => {
    const id = sessionIdOf(request.headers.cookie, cookieName)
    if (id === undefined) throw unauthorized()
    const hash = hashOf(id)
    const session = sessions.peek(hash) ?? (await sessions.resolve(hash))
    if (!session) throw unauthorized()
    sessionOf.set(request, session)
  }

  /** The last hook, synchronous up to the open socket, so that its counts stay valid. */
  const checkLimits: onRequestHookHandler = (request, reply, done) => {
    const session = sessionOf.get(request)
    if (!request.ws || !session) return done(routeNotFound())
    if (!options.isReady()) {
      options.onRejected()
      return done(unavailable('The service is starting or stopping. Please try again.'))
    }
    const waitSeconds = limits.count(session.hash, performance.now())
    if (waitSeconds > 0) return done(tooMany('This session opens connections too often. Please wait.', waitSeconds))
    if (clients.ofSession(session.hash).length >= MAX_SOCKETS_PER_SESSION)
      return done(tooMany('This session has too many connections.', 10))
    // From here on no HTTP reply is possible.
    reply.raw.detachSocket(request.raw.socket)
    done()
  }

  const logSocketError = (error: Error): void => log.debug({ event: 'socket.failed', err: error }, 'Socket failed')

  const endFlood = (client: Client): void => {
    client.write(frames('error', { code: 'TOO_MANY_FRAMES', message: 'Too many frames in a short time.' }))
    client.closeAndTerminate('flooding')
    limits.bar(client.sessionHash, performance.now())
    countAborted('frames')
    log.info({ event: 'socket.flooding', userId: client.userId }, 'Socket terminated: too many frames')
  }

  const handleSocket = (ws: WebSocket, request: FastifyRequest): void => {
    const session = sessionOf.get(request)
    if (!session) throw new Error('Socket opened without a session')
    const { socket } = request.raw
    const client = new Client(ws, socket, session, Date.now())
    // The plugin's listener would retain the request and its reply.
    ws.removeAllListeners('error')
    ws.on('error', logSocketError)
    ws.on('message', (data: Buffer, isBinary) => hub.onFrame(client, data, isBinary))
    ws.on('close', () => hub.onClose(client))
    hub.onConnect(client)
    limitIntake(socket, client, endFlood)
  }

  return async (app) => {
    await app.register(websocket, {
      options: { clientTracking: false, perMessageDeflate: false, maxPayload: MAX_FRAME_BYTES },
      // The hub closes the sockets.
      preClose: (done) => done(),
    })
    app.route({
      method: 'GET',
      url: '/ws',
      onRequest: [checkOrigin, checkSession, checkLimits],
      handler: throwNotFound,
      wsHandler: handleSocket,
    })
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/ws',
      onRequest: [checkOrigin, checkSession, async () => throwNotFound()],
      handler: throwNotFound,
    })
  }
}
