import { randomUUID } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import type { EventBus } from '@purple-sector/messaging'
import { inTraceOf } from '@purple-sector/messaging/trace'
import type { IdentitySigner, Logger, ServiceCalls } from '@purple-sector/service-kit'
import { IDENTITY_HEADER } from '@purple-sector/service-kit'
import { replyToError } from '@purple-sector/service-kit/error-handler'
import { notFound, unavailable } from '@purple-sector/service-kit/errors'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createApi, traceOf } from './api.ts'
import { type GatewayConfig, isServedSecurely } from './config.ts'
import { createDeadlineClock } from './deadline-clock.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import type { Upstream } from './forwarding/upstream.ts'
import { createLimiter } from './guards/limits.ts'
import { securityHeaders } from './guards/security-headers.ts'
import { patience } from './http/patience.ts'
import { createOwners } from './owners.ts'
import { createBoardReads } from './reads/board-reads.ts'
import { createHotReads } from './reads/hot-reads.ts'
import { createWeekendReads } from './reads/weekend-reads.ts'
import { createRealtime } from './realtime/realtime.ts'
import { isReadable, type RequestPath, readRequestPath, withoutLastSlash } from './routing/request-path.ts'
import { identityTokens } from './sessions/identity-tokens.ts'
import { sessionCookieName } from './sessions/session-cookie.ts'
import { createSessions } from './sessions/sessions.ts'
import { startListening } from './start-listening.ts'
import { serveWebApp } from './static/web-app.ts'
import { broadcastTo, subscriptions } from './subscriptions.ts'
import { endsInText, type ServiceName } from './upstreams.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The row of the route table, for metrics. */
    routeName: string
  }
}

export type GatewayOptions = {
  /** The services that are installed. */
  upstreams: Partial<Record<ServiceName, Upstream>>
  calls: ServiceCalls
  bus: EventBus
  cache: Cache
  log: Logger
  config: GatewayConfig
  signIdentity: IdentitySigner
  /** Where the built web app lies. */
  staticDirectory: string
}

export type Gateway = {
  name: 'gateway'
  app: FastifyInstance
  /** Listens to events and loads what fans will ask for; resolves at once, `isReady` says when it is done. */
  start(): Promise<void>
  stop(): Promise<void>
  isReady(): boolean
}

/** The name under which the gateway reads for everybody: no user has it, and it may nothing but read. */
const OWN_NAME = {
  userId: 'gateway',
  sessionId: 'gateway',
  username: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
}

const FINISHING_MS = 5_000

/** Kept apart, so that who reads one kind without end pushes out none of the others. */
const shareReadMemory = (megabytes: number) => {
  const bytes = megabytes * 1_000_000
  return { pages: bytes / 2, rows: bytes / 4, weekends: bytes / 4 }
}

/** Where a target that cannot be read is taken: to no route but the last, which looks at what was sent. */
const UNREADABLE = '/unreadable'
/** What cannot be read below `/api` is nowhere, which visitors are not told: they are 401, as everywhere there. */
const NOWHERE: RequestPath = { segments: ['api'], path: '/api', query: '' }
const isVeiled = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs')

const nothingHere = () => notFound('NOT_FOUND', 'There is nothing at this address.')
/** A name that no file can have, one too long for instance, is refused by what serves the documents' files. */
const isNoFileName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_STATIC_FORBIDDEN_PATH'

const createServer = ({ log, config }: GatewayOptions): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = log
  const { options, watch } = patience()
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
    },
    // Every route, the documents' too, gets only what can be read in one way.
    rewriteUrl: ({ url = '' }) => (isReadable(url, endsInText) ? url : UNREADABLE),
    ...options,
  })
  watch(app)
  app.decorateRequest('routeName', '')
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

/** The one door: routes, authenticates, limits, fans out and serves the web app. No business rule lives here. */
export const buildGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { upstreams, calls, bus, cache, log, config, signIdentity } = options
  const isSecure = isServedSecurely(config)
  const cookieName = sessionCookieName(isSecure)
  const { publicUrl } = config
  const owners = createOwners(calls)
  const clock = createDeadlineClock({ ask: owners.clock, log })
  const sessions = createSessions({ cache, ask: owners.sessions, now: clock.now, log })
  const tokenFor = identityTokens(signIdentity)
  const ownHeaders = async () => {
    const session = { ...OWN_NAME, hash: OWN_NAME.sessionId, expiresAt: '' }
    return { [IDENTITY_HEADER]: await tokenFor(session) }
  }
  const noWeekends = { get: () => Promise.reject(unavailable('The service is not installed.')) }
  const memory = shareReadMemory(config.readMemoryMb)
  const weekendReads = createWeekendReads(upstreams.weekends ?? noWeekends, ownHeaders, memory.weekends)
  const boards = createBoardReads(owners, { maxBytes: memory })
  const realtime = createRealtime({ owners, sessions, publicUrl, cookieName, clock, log })
  const listening = startListening({
    bus,
    subscription: broadcastTo(subscriptions({ sessions, realtime, boards, weekendReads })),
    async warm() {
      await clock.learn()
      await realtime.warm()
    },
    log,
  })
  const api = createApi({
    upstreams,
    sessions,
    tokenFor,
    limiter: createLimiter(cache, config.limits),
    reads: createHotReads(boards, weekendReads),
    endSockets: realtime.endSessions,
    cookieName,
    publicUrl,
  })

  const app = createServer(options)
  app.server.on('upgrade', realtime.upgrade)
  // Whoever answers says how long that is good for; what nobody says it of (errors, health, redirects) is for now alone.
  const headers = [...securityHeaders(isSecure), ['cache-control', 'no-store'] as const]
  // On the raw reply, because those of services go out past ours.
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = listening.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting' })
  })
  await docsRoutes(app, { services: Object.keys(upstreams), openapi: owners.openapi, log })
  const webApp = await serveWebApp(app, options.staticDirectory)
  await app.register(async (rest) => {
    // Bodies are the services' to read: here they are left in the socket.
    rest.removeAllContentTypeParsers()
    rest.addContentTypeParser('*', (_request, _payload, done) => done(null))
    rest.all('/*', async (request, reply) => {
      const target = request.originalUrl
      const path = readRequestPath(target, endsInText) ?? (isVeiled(target) ? NOWHERE : undefined)
      if (!path) {
        const page = withoutLastSlash(target)
        if (page) return reply.redirect(page, 308)
        throw nothingHere()
      }
      reply.raw.setHeader('x-request-id', request.id)
      if (path.segments[0] === 'api' || path.path === '/ws') return api(request, reply, path)
      return webApp(request, reply, path.segments)
    })
  })

  return {
    name: 'gateway',
    app,
    isReady: listening.isReady,
    async start() {
      await app.ready()
      listening.start()
      clock.start()
    },
    async stop() {
      await clock.stop()
      await listening.stop()
      await realtime.stop()
      // Replies under way are finished, but a client that hardly reads does not keep us.
      const patience = setTimeout(() => app.server.closeAllConnections(), FINISHING_MS)
      await app.close()
      clearTimeout(patience)
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()))
    },
  }
}
