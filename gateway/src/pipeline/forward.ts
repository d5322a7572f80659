import type { ServerResponse } from 'node:http'
import type { App, Logger } from '@purple-sector/service-kit'
import { originOf } from '@purple-sector/service-kit/calls/replicas'
import { busy } from '@purple-sector/service-kit/errors'
import { traceOf } from '@purple-sector/service-kit/http/trace-requests'
import { nextTraceparent } from '@purple-sector/telemetry/trace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { forwardedHeaders } from '../forwarding/forwarded-headers.ts'
import { proxyToServices, type ServiceConnections } from '../forwarding/proxy.ts'
import { announcesBody, type Forwarding, logNoReply, REPLY_TIMEOUT_MS, type Upstreams } from '../forwarding/upstream.ts'
import { type Headers, setCommonHeaders } from '../guards/common-headers.ts'
import { writeError } from '../http/error-replies.ts'
import { isDeferrable, type YieldToEventLoop } from '../overload/load-shedding.ts'
import type { CachedReads } from '../reads/cached-reads.ts'
import type { MarkWriter } from '../reads/read-your-writes-cookie.ts'
import { isUnsafe, type Route } from '../routing/find-route.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'
import { maxBodyBytes } from './limits.ts'

type InProcessOptions = { headers: Headers; log: Logger; timeoutMs?: number }
/** Passes the request to a service of this process, and hijacks the reply. */
type ForwardInProcess = (request: FastifyRequest, reply: FastifyReply, app: App, forwarding: Forwarding) => void

/**
 * Forwards to services of this process: their router gets the same request and reply, without a copy or a queue.
 * Replies 503 if a service does not begin its reply in time; the service's framework then discards the late reply.
 */
export const createInProcessForwarder = ({
  headers: commonHeaders,
  log,
  timeoutMs = REPLY_TIMEOUT_MS,
}: InProcessOptions): ForwardInProcess => {
  const limitReplyTime = (
    { id, raw: request }: FastifyRequest,
    response: ServerResponse,
    forwarding: Forwarding,
  ): void => {
    // The client determines how long a body takes; http/http-connection.ts limits it.
    let isBodyReceived = !announcesBody(request)
    const timeout = setTimeout(() => {
      if (response.headersSent) return
      if (!isBodyReceived) {
        isBodyReceived = request.complete
        timeout.refresh()
        return
      }
      const error = busy(new Error(`${forwarding.service} does not begin its reply`))
      logNoReply(log, forwarding, error.cause)
      writeError(response, error, id)
    }, timeoutMs)
    response.once('close', () => clearTimeout(timeout))
  }

  return (request, reply, app, forwarding) => {
    const { headers, beforeReply } = forwarding
    reply.hijack()
    const { raw } = request
    const encoding = raw.headers['transfer-encoding']
    raw.headers = encoding === undefined ? headers : { ...headers, 'transfer-encoding': encoding }
    setCommonHeaders(reply.raw, commonHeaders, request.id)
    limitReplyTime(request, reply.raw, forwarding)
    raw.beforeReply = beforeReply
    app.routing(raw, reply.raw)
  }
}

type Options = {
  upstreams: Upstreams
  sessions: Pick<Sessions, 'revoke' | 'invalidateUser'>
  tokenFor(session: Session): Promise<string>
  reads: Pick<CachedReads, 'invalidateAfterWrite'>
  yieldToEventLoop: YieldToEventLoop
  connections: ServiceConnections
  /** Closes the sockets of a session that has just ended through this gateway, before its event arrives. */
  endSockets(hashes: readonly string[]): void
  markWriter: MarkWriter
  /** Headers of every reply. */
  headers: Headers
  log: Logger
}

const isSuccess = (status: number): boolean => status < 400
/** A completed sign-out redirects; one that another site started replies with a confirmation page. */
const isSignedOut = (status: number): boolean => status >= 300

/** Forwards a request to the service of its route: behind a URL by the proxy, in this process by its router. */
export const forward = fp(
  async (api: FastifyInstance, options: Options) => {
    const { upstreams, sessions, tokenFor, reads, yieldToEventLoop, connections, endSockets, log } = options
    const forwardInProcess = createInProcessForwarder({ headers: options.headers, log })

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
        traceparent: request.span?.traceparent ?? nextTraceparent(traceOf(request).traceparent),
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
