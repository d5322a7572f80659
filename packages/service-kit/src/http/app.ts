import { randomUUID } from 'node:crypto'
import { MAX_ID } from '@purple-sector/contracts/common'
import { metricsText } from '@purple-sector/metrics'
import { nextTraceparent, withTrace } from '@purple-sector/telemetry/trace'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { type Caller, IDENTITY_HEADER, type IdentityVerifier } from '../calls/identity-token.ts'
import { NO_SUCH_CALL } from '../calls/rpc.ts'
import { CALLER_HEADER, isSignedCall } from '../calls/signed-call.ts'
import { badField, badRequest, forbidden, notFound, unauthorized } from '../errors.ts'
import { isNestedTooDeep } from '../input/nesting.ts'
import { findUnstorable } from '../input/unstorable.ts'
import { useReadableMessages } from '../input/validation-messages.ts'
import type { Logger } from '../logger.ts'
import { observeRequest } from '../metrics.ts'
import type { App } from './app-type.ts'
import { replyToError } from './error-handler.ts'
import { serializerCompiler } from './serializer.ts'
import { traceOf, traceRequests } from './trace-requests.ts'

useReadableMessages()

export type AppOptions = {
  service: string
  log: Logger
  verifyIdentity: IdentityVerifier
  internalSecret: string
  /** Result of `/readyz`; default: ready. */
  isReady?: () => Promise<boolean> | boolean
}

/** The gateway is stricter with its clients; this limits callers that reach a service directly. */
const REQUEST_TIMEOUT_MS = 300_000
const MAX_BODY_BYTES = 1_048_576
/** Body limit of all routes but those of administrators: parsing larger bodies would block other requests. */
const MAX_USER_BODY_BYTES = 16_384
const HEADERS_TIMEOUT_MS = 15_000
const CONNECTIONS_CHECK_INTERVAL_MS = 5_000
const NOT_FOUND_MESSAGE = 'There’s nothing at this address.'

/** Returns the signed-in caller of a route whose access is `user` or `admin`. Throws 401 without one. */
export const callerOf = (request: FastifyRequest): Caller => {
  if (!request.identity) throw unauthorized()
  return request.identity
}

/**
 * Creates the Fastify instance of every service.
 *
 * It has zod validation, one error body, the caller's identity, health, metrics, one log line per request and signature
 * checks on `/internal/*`. Checks run in the contract's order: 401, 403 (role), 400, then those of the handler.
 */
export const createApp = (options: AppOptions): App => {
  const loggerInstance: FastifyBaseLogger = options.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      const requestId = request.headers['x-request-id']
      return typeof requestId === 'string' && /^[\w-]{1,64}$/.test(requestId) ? requestId : randomUUID()
    },
    // A request that arrives on an open connection while the server closes is served, and is the last one there.
    return503OnClosing: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS },
    routerOptions: { maxParamLength: 500 },
    // No path of the product is longer or malformed.
    frameworkErrors: (_error, request, reply) =>
      replyToError(notFound('NOT_FOUND', NOT_FOUND_MESSAGE), request, reply.header('cache-control', 'no-store')),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('identity', null)
  app.decorateRequest('span', null)
  app.decorateRequest('failure', null)
  app.decorateRequest('sentBody', '')

  // Fastify also accepts text/plain, which a foreign page may send without a preflight: here it is 415.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.access === 'internal') request.sentBody = String(text)
    // The web client sends the content type with every call, even with a DELETE without a body.
    if (text === '') {
      done(null)
      return
    }
    if (isNestedTooDeep(String(text))) done(badRequest('BAD_REQUEST', 'The body is nested too deep.'))
    else app.getDefaultJsonParser('error', 'error')(request, String(text), done)
  })
  app.addHook('onRoute', (route) => {
    const access = route.config?.access ?? 'user'
    if (access === 'public' || access === 'user') route.bodyLimit ??= MAX_USER_BODY_BYTES
  })

  traceRequests(app, ({ method, routeOptions: { url = 'unknown', config } }) =>
    config.isProbe
      ? undefined
      : { name: `${method} ${url}`, attributes: { 'http.route': url, service: options.service } },
  )
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.span) done()
    else withTrace(nextTraceparent(traceOf(request).traceparent), done)
  })
  // Personal data are never cached by a browser, unless the route sets another header.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? (request.is404 ? 'public' : 'user')
    if (access === 'internal') return
    const token = request.headers[IDENTITY_HEADER]
    if (typeof token === 'string') request.identity = (await options.verifyIdentity(token)) ?? null
    if (access === 'public') return
    if (!request.identity && request.routeOptions.config.acceptsKey?.(request)) return
    const caller = callerOf(request)
    if (access !== 'admin' || caller.isAdmin) return
    const rejected = { userId: caller.userId, method: request.method, route: request.routeOptions.url }
    request.log.info(
      { event: 'request.admin_refused', ...rejected },
      'Rejected a request of a non-administrator to an administrator route',
    )
    throw forbidden('ADMIN_ONLY', 'Only an administrator may do this.')
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { access, callers } = request.routeOptions.config
    if (access === 'internal') {
      const call = { method: request.method, path: request.url, body: request.sentBody }
      if (!isSignedCall(options.internalSecret, request.headers, call)) return done(unauthorized())
      const caller = request.headers[CALLER_HEADER]
      if (callers && !callers.some((name) => name === caller))
        return done(forbidden('CALLER_NOT_NAMED', `${caller} is not among those who may ask this.`))
    }
    const unstorable = findUnstorable(request.body)
    done(unstorable && badField(unstorable.path, unstorable.message))
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const tooLarge = Object.values(request.params ?? {}).some((value) => typeof value === 'number' && value > MAX_ID)
    done(tooLarge ? notFound('NOT_FOUND', NOT_FOUND_MESSAGE) : undefined)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const resume = (): void => done(null, payload)
    const pending = request.raw.beforeReply?.(reply.statusCode)
    if (pending) pending.then(resume, resume)
    else resume()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const route = request.routeOptions.url ?? 'unknown'
    observeRequest(options.service, request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    if (!options.log.isLevelEnabled('debug')) return
    if (route === '/healthz' || route === '/readyz' || route === '/metrics') return
    request.log.debug(
      {
        event: 'request.completed',
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      },
      'Request completed',
    )
  })
  app.setErrorHandler(replyToError)
  app.setNotFoundHandler(({ url }) => {
    throw notFound(url.startsWith('/internal/') ? NO_SUCH_CALL : 'NOT_FOUND', NOT_FOUND_MESSAGE)
  })

  app.register(async (health) => {
    const probe = { config: { access: 'public' as const, isProbe: true } }
    health.get('/healthz', probe, async () => ({ status: 'ok' }))
    health.get('/readyz', probe, async (_request, reply) => {
      const ready = (await options.isReady?.()) ?? true
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting' })
    })
    health.get('/metrics', probe, async (_request, reply) => {
      const { contentType, text } = await metricsText()
      return reply.type(contentType).send(text)
    })
  })
  return app
}
