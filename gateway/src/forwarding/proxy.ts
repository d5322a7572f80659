import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { Logger } from '@purple-sector/service-kit'
import { createServiceAgent, DRAINING_HEADER } from '@purple-sector/service-kit/calls/service-agent'
import { AppError, busy } from '@purple-sector/service-kit/errors'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { announcesBody, type Forwarding, limitBody, logNoReply, REPLY_TIMEOUT_MS } from './upstream.ts'

type Callback = (error: Error | null, reply?: Dispatcher.ResponseData) => void
type ConnectionOptions = { timeoutMs?: number; connections?: number }

export type ServiceConnections = {
  /** Calls back once: with the reply when it begins, or with an error. */
  request(options: Dispatcher.RequestOptions, callback: Callback): void
  /** Runs `send`; aborts its requests when this client disconnects. */
  onBehalfOf<T>(client: ServerResponse, send: () => T): T
  /** Dispatcher for the gateway's own reads, which have separate timeouts. */
  agent: Dispatcher
}

const CONNECT_TIMEOUT_MS = 2_000

const isBeingSent = (body: unknown): boolean => body instanceof Readable && body.readableDidRead

/**
 * Connections to the services at these URLs.
 * undici times a request only from when it is sent, and the proxy notices a disconnected client only once there is a
 * reply. Here the wait for a free connection counts for the timeout, and requests of disconnected clients are aborted.
 */
export const serviceConnections = (
  services: Iterable<string>,
  { timeoutMs = REPLY_TIMEOUT_MS, connections = 128 }: ConnectionOptions = {},
): ServiceConnections => {
  const clients = new AsyncLocalStorage<ServerResponse>()
  const agent = createServiceAgent(services, {
    connections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
  })

  return {
    agent,
    onBehalfOf: (client, send) => clients.run(client, send),
    request(options, callback) {
      const client = clients.getStore()
      // undici accepts an emitter as signal; it costs a tenth of an AbortController.
      const abortSignal = new EventEmitter()
      let isFinished = false
      const finish: Callback = (error, reply) => {
        clearTimeout(timeout)
        if (isFinished) return
        isFinished = true
        client?.off('close', onClientClosed)
        callback(error, reply)
      }
      const abort = (reason: Error): void => {
        abortSignal.emit('abort')
        finish(reason)
      }
      const onClientClosed = (): void => abort(new Error('The client disconnected'))
      const timeout = setTimeout(() => {
        // The client determines how long the body takes; undici times the rest.
        if (!isBeingSent(options.body)) abort(new Error('The service does not begin its reply'))
      }, timeoutMs)
      client?.once('close', onClientClosed)
      agent.request({ ...options, signal: abortSignal }, finish)
    },
  }
}

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
