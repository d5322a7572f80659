import { inTraceOf } from '@purple-sector/messaging/trace'
import type { Logger } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/http/error-handler'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { clientTimeouts } from './http/client-timeouts.ts'
import { listen } from './http/listen.ts'
import { requestIdOf } from './http/request-id.ts'
import { routeNotFound } from './http/route-not-found.ts'
import { traceOf } from './http/trace-of.ts'
import type { RejectOverloaded } from './pipeline/reject-overloaded.ts'
import { requestedOf } from './routing/find-route.ts'

/** Whether `@fastify/static` of the API documents rejected an invalid file name, for instance one that is too long. */
const isNoFileName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_STATIC_FORBIDDEN_PATH'

type Options = { log: Logger; config: GatewayConfig; rejectOverloaded: RejectOverloaded }

export type GatewayServer = {
  app: FastifyInstance
  /** Listens on a port (0 for any free one) of a host; by default on both addresses of `localhost`. */
  listen(address: { port: number; host?: string | undefined }): Promise<void>
}

/** Creates the HTTP server with its errors, metrics and timeouts; routes are registered by the caller. */
export const createServer = ({ log, config, rejectOverloaded }: Options): GatewayServer => {
  const loggerInstance: FastifyBaseLogger = log
  const { serverFactory, watch } = clientTimeouts(rejectOverloaded)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: requestIdOf,
    // All routes, including those of the documents, get only unambiguous paths in canonical spelling.
    rewriteUrl: (raw) => {
      const { path, query } = requestedOf(raw).path
      return path + query
    },
    serverFactory,
    // One logger for all requests: each line names its request itself.
    childLoggerFactory: (logger) => logger,
  })
  const stopWatching = watch()
  app.addHook('onClose', async () => stopWatching())
  app.decorateRequest('routeName', '')
  // Forwarding sets the trace of a request; a request that fails earlier gets it here.
  app.setErrorHandler((error, request, reply) =>
    inTraceOf(traceOf(request), () => replyToError(isNoFileName(error) ? routeNotFound() : error, request, reply)),
  )
  app.setNotFoundHandler(() => {
    throw routeNotFound()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeName || request.routeOptions.url || 'none'
    observeRequest('gateway', request.method, route, reply.raw.statusCode, reply.elapsedTime / 1000)
    done()
  })
  return { app, listen: (address) => listen({ app, serverFactory, ...address }) }
}
