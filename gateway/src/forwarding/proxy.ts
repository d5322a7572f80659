import type { IncomingHttpHeaders } from 'node:http'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { Logger } from '@purple-sector/service-kit'
import { DRAINING_HEADER } from '@purple-sector/service-kit/calls/service-agent'
import { AppError, busy } from '@purple-sector/service-kit/errors'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { announcesBody, limitBody } from './request-body.ts'
import type { ServiceConnections } from './service-connections.ts'
import { type Forwarding, logNoReply } from './upstream.ts'

type Options = {
  routes: string[]
  connections: ServiceConnections
  log: Logger
}

/** Reply headers of the connection to the service; the gateway sets its own for the client's connection. */
const HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'trailer',
  DRAINING_HEADER,
]

const withoutHopHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  for (const name of HOP_HEADERS) delete headers[name]
  return headers
}

const forwardingOf = ({ forwarding }: Pick<FastifyRequest, 'forwarding'>): Forwarding & { url: string } => {
  if (!forwarding) throw new Error('Request reached forwarding without passing the pipeline')
  return forwarding
}

/** Forwards requests to services behind URLs, by their `forwarding`. */
export const proxyToServices = async (app: FastifyInstance, { routes, connections, log }: Options) => {
  // Plugin and framework log each failed reply; `onError` logs it once, with its trace.
  const quiet: FastifyBaseLogger = log.child({}, { level: 'error' })

  await app.register(httpProxy, {
    upstream: '',
    routes,
    httpMethods: app.supportedMethods,
    // Typed by another version of undici; the method is the same in both.
    undici: { request: connections.request } as unknown as NonNullable<FastifyHttpProxyOptions['undici']>,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    handler: (request, reply, path, options) => {
      const { maxBodyBytes, headers } = forwardingOf(request)
      request.log = quiet
      reply.log = quiet
      const sendsBody = announcesBody(request.raw)
      if (!sendsBody) delete headers['content-length']
      request.body = sendsBody ? limitBody(request.raw, maxBodyBytes) : undefined
      return connections.onBehalfOf(reply.raw, () => reply.from(path, options))
    },
    replyOptions: {
      getUpstream: (request) => forwardingOf(request).url,
      rewriteRequestHeaders: (request) => forwardingOf(request).headers,
      rewriteHeaders: withoutHopHeaders,
      // Forwards a 503 of a service; the plugin would retry it ten times.
      retryDelay: () => null,
      onResponse(request, reply, { stream }) {
        const resume = () => reply.send(stream)
        const precondition = forwardingOf(request).beforeReply?.(reply.statusCode)
        if (precondition instanceof Promise) precondition.then(resume, resume)
        else resume()
      },
      onError(reply, { error }) {
        if (reply.raw.destroyed) return
        const reason = error.cause ?? error
        if (!(reason instanceof AppError)) logNoReply(log, forwardingOf(reply.request), reason)
        reply.send(reason instanceof AppError ? reason : busy(reason))
      },
    },
  })
}
