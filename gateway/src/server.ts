import { randomUUID } from 'node:crypto'
import { inTraceOf } from '@purple-sector/messaging/trace'
import type { Logger } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/error-handler'
import { notFound } from '@purple-sector/service-kit/errors'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { traceOf } from './admission.ts'
import type { GatewayConfig } from './config.ts'
import { clientTimeouts } from './http/client-timeouts.ts'
import { canonicalTarget } from './routing/request-path.ts'
import { endsInText } from './upstreams.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The row of the route table, for metrics. */
    routeName: string
  }
}

/** Where a target that cannot be read is taken: to no route but the last. No target that can be read is spelt so. */
export const UNREADABLE = '//'
/** What cannot be read below `/api` is nowhere, which visitors are not told: they are 401, as everywhere there. */
const NOWHERE = '/api'
const isVeiled = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs')

export const nothingHere = () => notFound('NOT_FOUND', 'There is nothing at this address.')
/** A name that no file can have, one too long for instance, is refused by what serves the documents' files. */
const isNoFileName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_STATIC_FORBIDDEN_PATH'

/** The HTTP server with its errors, metrics and limits in time; what it answers is registered by others. */
export const createServer = ({ log, config }: { log: Logger; config: GatewayConfig }): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = log
  const { options, watch } = clientTimeouts()
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
    },
    // Every route, the documents' too, gets only what can be read in one way, in its one spelling.
    rewriteUrl: ({ url = '' }) => canonicalTarget(url, endsInText) ?? (isVeiled(url) ? NOWHERE : UNREADABLE),
    ...options,
  })
  watch(app)
  app.decorateRequest('routeName', '')
  app.decorateRequest('forwarding', null)
  // A request gets its trace when it is forwarded; one that fails before gets it here.
  app.setErrorHandler((error, request, reply) =>
    inTraceOf(traceOf(request), () => replyToError(isNoFileName(error) ? nothingHere() : error, request, reply)),
  )
  app.setNotFoundHandler(() => {
    throw nothingHere()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeName || request.routeOptions.url || 'none'
    observeRequest('gateway', request.method, route, reply.raw.statusCode, reply.elapsedTime / 1000)
    done()
  })
  return app
}
