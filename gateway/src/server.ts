import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/http/error-handler'
import { traceOf } from '@purple-sector/service-kit/http/trace-requests'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import { inTraceOf } from '@purple-sector/telemetry/trace'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { routeNotFound } from './http/error-replies.ts'
import { clientTimeouts } from './http/http-connections.ts'
import { requestIdOf } from './http/request-id.ts'
import type { RejectOverloaded } from './pipeline/limits.ts'
import { requestedOf } from './routing/find-route.ts'

/** Length of the accept queue: after a restart all clients reconnect at once. */
const BACKLOG = 4096

type ListenOptions = {
  app: FastifyInstance
  serverFactory(handler: RequestListener): Server
  port: number
  /** `localhost` by default. */
  host?: string | undefined
  /** Resolves a name; replaced in tests. */
  addressesOf?: (name: string) => Promise<string[]>
}

const resolveAddresses = async (name: string): Promise<string[]> => {
  const addresses = await lookup(name, { all: true })
  return addresses.map(({ address }) => address)
}

/**
 * Listens on both addresses of `localhost`, if it has two, and on any other host as Fastify does.
 * Fastify listens on two addresses only with servers that it creates. Ignores a second address that is not available.
 */
export const listen = async (options: ListenOptions): Promise<void> => {
  const { app, serverFactory, port, host = 'localhost', addressesOf = resolveAddresses } = options
  await app.listen({ port, host, backlog: BACKLOG })
  if (host !== 'localhost') return
  const { address: first, port: boundPort } = app.server.address() as AddressInfo
  for (const address of (await addressesOf(host)).filter((address) => address !== first)) {
    const second = serverFactory(app.routing)
    second.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade))
    app.server.on('close', () => second.close())
    second.listen({ port: boundPort, host: address, backlog: BACKLOG })
    await once(second, 'listening').catch(() => {})
  }
}

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
    // A request that arrives on an open connection while the server closes is served, and is the last one there.
    return503OnClosing: false,
    // One logger for all requests: each line names its request itself.
    childLoggerFactory: (logger) => logger,
  })
  const stopWatching = watch()
  app.addHook('onClose', async () => stopWatching())
  app.decorateRequest('routeName', '')
  app.decorateRequest('span', null)
  app.decorateRequest('failure', null)
  // Forwarding sets the trace of a request; a request that fails earlier gets it here.
  app.setErrorHandler((error, request, reply) =>
    inTraceOf(request.span ?? traceOf(request), () =>
      replyToError(isNoFileName(error) ? routeNotFound() : error, request, reply),
    ),
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
