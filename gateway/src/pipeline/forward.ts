import { nextTraceparent } from '@purple-sector/messaging/trace'
import type { Logger } from '@purple-sector/service-kit'
import { originOf } from '@purple-sector/service-kit/calls/replicas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { forwardedHeaders } from '../forwarding/forwarded-headers.ts'
import type { ForwardInProcess } from '../forwarding/in-process.ts'
import { proxyToServices, type ServiceConnections } from '../forwarding/proxy.ts'
import type { Forwarding, Upstreams } from '../forwarding/upstream.ts'
import { traceOf } from '../http/request-id.ts'
import { isDeferrable, type YieldToEventLoop } from '../overload/load-shedding.ts'
import type { CachedReads } from '../reads/cached-reads.ts'
import { isUnsafe, type Route } from '../routing/find-route.ts'
import type { MarkWriter } from '../sessions/cookies.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'
import { maxBodyBytes } from './limits.ts'

type Options = {
  upstreams: Upstreams
  sessions: Pick<Sessions, 'revoke' | 'invalidateUser'>
  tokenFor(session: Session): Promise<string>
  reads: Pick<CachedReads, 'invalidateAfterWrite'>
  yieldToEventLoop: YieldToEventLoop
  forwardInProcess: ForwardInProcess
  connections: ServiceConnections
  /** Closes the sockets of a session that has just ended through this gateway, before its event arrives. */
  endSockets(hashes: readonly string[]): void
  markWriter: MarkWriter
  log: Logger
}

const isSuccess = (status: number): boolean => status < 400
/** A completed sign-out redirects; one that another site started replies with a confirmation page. */
const isSignedOut = (status: number): boolean => status >= 300

/** Forwards a request to the service of its route: behind a URL by the proxy, in this process by its router. */
export const forward = fp(
  async (api: FastifyInstance, options: Options) => {
    const { upstreams, sessions, tokenFor, reads, yieldToEventLoop, forwardInProcess, connections, endSockets, log } =
      options

    /**
     * Ends sessions, and invalidates cached callers and replies, before the client receives a successful reply.
     */
    const applySessionEffects = async (status: number, request: FastifyRequest, route: Route): Promise<void> => {
      const { session, sessionHash: hash } = request
      // An invented session cookie ends nothing, so it costs no call.
      if (route.ends === 'session' && session && hash !== undefined && isSignedOut(status)) {
        await sessions.revoke([hash])
        endSockets([hash])
      }
      if ((route.ends === 'other-sessions' || route.changesCaller) && session)
        await sessions.invalidateUser(session.userId)
      reads.invalidateAfterWrite(route, session)
    }

    const forwardingOf = async (request: FastifyRequest, route: Route): Promise<Forwarding> => {
      const { session } = request
      const headers = forwardedHeaders(request.headers, {
        requestId: request.id,
        traceparent: nextTraceparent(traceOf(request).traceparent),
        address: request.ip,
        protocol: request.protocol,
        host: request.headers.host,
        identityToken: session && (await tokenFor(session)),
        passesCookie: route.service === 'identity',
      })
      const forwarding: Forwarding = {
        service: route.service,
        headers,
        maxBodyBytes: maxBodyBytes(route),
      }
      if (route.ends || route.changesCaller || isUnsafe(request.method))
        forwarding.beforeReply = async (status) => {
          if (isDeferrable(route.shedClass)) await yieldToEventLoop()
          if (isSuccess(status)) await applySessionEffects(status, request, route)
        }
      return forwarding
    }

    api.decorateRequest('forwarding', null)
    api.addHook('onRequest', async (request, reply) => {
      const { route } = request.requested
      const upstream = route && upstreams[route.service]
      if (!upstream) throw new Error('Request reached forwarding without passing the pipeline')
      const forwarding = await forwardingOf(request, route)
      if (typeof upstream !== 'string') return forwardInProcess(request, reply, upstream, forwarding)
      // A single process has no other gateway whose cache could be older.
      if (isUnsafe(request.method) && request.session && !request.session.isAdmin) options.markWriter(reply)
      request.forwarding = { ...forwarding, url: originOf(upstream) }
    })
    await proxyToServices(api, { routes: ['/api', '/api/*'], connections, log })
  },
  { name: 'forward', dependencies: ['cached-read'] },
)
