import { nextTraceparent } from '@purple-sector/messaging/trace'
import { forbidden, notFound, unauthorized } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forwardedHeaders } from './forwarding/forwarded-headers.ts'
import type { Forwarding, Upstream } from './forwarding/upstream.ts'
import { checkBodySize, type Limiter, largestBody } from './guards/limits.ts'
import { isOwnOrigin, isUnsafe } from './guards/origin.ts'
import type { HotReads } from './reads/hot-reads.ts'
import type { RequestPath } from './routing/request-path.ts'
import { hashOf, sessionIdOf } from './sessions/session-cookie.ts'
import type { Session, Sessions } from './sessions/sessions.ts'
import { type Route, routeOf, type ServiceName } from './upstreams.ts'

export type ApiOptions = {
  upstreams: Partial<Record<ServiceName, Upstream>>
  sessions: Sessions
  tokenFor(session: Session): Promise<string>
  limiter: Limiter
  reads: HotReads
  /** Sockets of a session that has just ended here need not wait for the event. */
  endSockets(hashes: readonly string[]): void
  cookieName: string
  publicUrl: string | undefined
}

type Target = {
  path: RequestPath
  route: Route
  upstream: Upstream
  session: Session | undefined
  hash: string | undefined
}

const isSuccess = (status: number): boolean => status < 400
/** A sign-out that was done leads on; one that another site began is a page that asks first. */
const isDone = (status: number): boolean => status >= 300

/** The trace the client says its request belongs to. */
export const traceOf = ({ headers: { traceparent } }: FastifyRequest): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {}

/** Everything under `/api`: whose request it is, whether it may pass, and who answers it. */
export const createApi = (options: ApiOptions) => {
  const { upstreams, sessions, tokenFor, limiter, reads, endSockets, cookieName, publicUrl } = options

  const sessionOf = async (hash: string | undefined, isNeeded: boolean): Promise<Session | undefined> => {
    if (hash === undefined) return undefined
    try {
      return await sessions.resolve(hash)
    } catch (error) {
      // A page that needs no session is not lost because nobody can say whether there is one.
      if (isNeeded) throw error
      return undefined
    }
  }

  /** What has to be true before the client hears that it succeeded. */
  const settle = async (
    status: number,
    { route, session, hash }: Pick<Target, 'route' | 'session' | 'hash'>,
  ): Promise<void> => {
    // Of a session that is none nothing has to end, however many of them somebody makes up.
    if (route.ends === 'session' && session && hash !== undefined && isDone(status)) {
      await sessions.revoke([hash])
      endSockets([hash])
    }
    if ((route.ends === 'other-sessions' || route.changes) && session) await sessions.forgetUser(session.userId)
    reads.written(route, session)
  }

  const forward = async (request: FastifyRequest, reply: FastifyReply, target: Target): Promise<void> => {
    const { path, route, upstream, session } = target
    const headers = forwardedHeaders(request.headers, {
      requestId: request.id,
      traceparent: nextTraceparent(traceOf(request).traceparent),
      address: request.ip,
      protocol: request.protocol,
      host: request.headers.host,
      identityToken: session && (await tokenFor(session)),
      keepsCookie: route.service === 'identity',
    })
    const forwarding: Forwarding = {
      path: path.path + path.query,
      headers,
      largestBody: largestBody(route.upload ?? false),
    }
    if (route.ends || route.changes || isUnsafe(request.method))
      forwarding.beforeReply = (status) => (isSuccess(status) ? settle(status, target) : undefined)
    reply.hijack()
    upstream.forward(request.raw, reply.raw, forwarding)
  }

  return async (request: FastifyRequest, reply: FastifyReply, path: RequestPath): Promise<FastifyReply> => {
    const route = routeOf(path.segments)
    request.routeName = route?.path ?? 'none'
    const isWrite = isUnsafe(request.method)
    if (isWrite && !isOwnOrigin(request.headers, publicUrl))
      throw forbidden('FOREIGN_ORIGIN', 'Another site sent this request.')
    const id = sessionIdOf(request.headers.cookie, cookieName)
    const hash = id === undefined ? undefined : hashOf(id)
    const here = hash === undefined ? undefined : sessions.known(hash)
    const session = here ?? (await sessionOf(hash, !route?.anonymous))
    if (!session && !route?.anonymous) throw unauthorized()
    const upstream = route && upstreams[route.service]
    if (!route || !upstream) throw notFound('NOT_FOUND', 'There is nothing at this address.')
    if (isWrite) checkBodySize(request.headers['content-length'], largestBody(route.upload ?? false))
    if (isWrite && session) await limiter.write(session)
    if (session && route.read && request.method === 'GET') {
      const answer = reads.answer(request, reply, { route, path, session })
      if (answer && (await answer)) return reply
    }
    await forward(request, reply, { path, route, upstream, session, hash })
    return reply
  }
}
