import { join } from 'node:path'
import type { Cache } from '@purple-sector/cache'
import { liveTimingStatusSchema } from '@purple-sector/contracts/admin/http'
import type { EventBus } from '@purple-sector/messaging'
import type { IdentitySigner, Logger, ServiceCalls } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { FastifyInstance } from 'fastify'
import { type GatewayConfig, isServedSecurely } from './config.ts'
import { createDeadlineClock } from './deadline-clock.ts'
import { docs } from './docs/docs-routes.ts'
import { identityTokens } from './forwarding/forwarded-headers.ts'
import { serviceConnections } from './forwarding/proxy.ts'
import { createServiceReader } from './forwarding/read-from-service.ts'
import type { Upstreams } from './forwarding/upstream.ts'
import { commonHeaders, securityHeaders } from './guards/common-headers.ts'
import { probes } from './http/probes.ts'
import { createInternalApi } from './internal-api.ts'
import { createYieldToEventLoop, loadShedding } from './overload/load-shedding.ts'
import { api } from './pipeline/api.ts'
import { sessionCookieName } from './pipeline/authenticate.ts'
import { createLimiter, createRejectOverloaded } from './pipeline/limits.ts'
import { createGatewayReads } from './reads/gateway-reads.ts'
import { readYourWritesCookie } from './reads/read-your-writes-cookie.ts'
import { createSeasonLookup } from './realtime/parts/season-lookup.ts'
import { createRealtime } from './realtime/realtime.ts'
import type { Route } from './routing/find-route.ts'
import { createServer } from './server.ts'
import { createSessions } from './sessions/sessions.ts'
import { createRenderer } from './ssr/renderer.ts'
import { startListening } from './start-listening.ts'
import { pageSession } from './static/page-session.ts'
import { pages } from './static/pages.ts'
import { broadcastTo, subscriptions } from './subscriptions.ts'

export type GatewayOptions = {
  upstreams: Upstreams
  calls: ServiceCalls
  bus: EventBus
  cache: Cache
  log: Logger
  config: GatewayConfig
  signIdentity: IdentitySigner
  /** Directory of the built web app. */
  staticDirectory: string
  /** Directory of the web app's server build, which renders pages. */
  ssrDirectory: string
}

export type Gateway = {
  name: 'gateway'
  app: FastifyInstance
  /** Listens on a port (0 for any free one) of a host, `localhost` by default. */
  listen(address: { port: number; host?: string | undefined }): Promise<void>
  /** Subscribes to events and loads the initial state. Resolves at once; `isReady` turns true when both are done. */
  start(): Promise<void>
  stop(): Promise<void>
  isReady(): boolean
}

const SHUTDOWN_TIMEOUT_MS = 5_000
/** File name of the web app's server build. */
const SERVER_ENTRY = 'entry-server.js'

/** Builds the gateway: routes, authenticates, limits, fans out and serves the web app. No business rule lives here. */
export const buildGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { upstreams, calls, bus, cache, log, config, signIdentity } = options
  const { publicUrl } = config
  const isSecure = isServedSecurely(config)
  const cookieName = sessionCookieName(isSecure)
  const headers = securityHeaders(isSecure)
  const internalApi = createInternalApi(calls)
  const clock = createDeadlineClock({ request: internalApi.clock, log })
  const sessions = createSessions({ cache, request: internalApi.sessions, now: clock.now, log })
  const tokenFor = identityTokens(signIdentity)
  const connections = serviceConnections(Object.values(upstreams).filter((upstream) => typeof upstream === 'string'))
  const read = createServiceReader(upstreams, connections.agent)
  const timings = followVisibleTimings(cache)
  const memoryMb = config.readMemoryMb
  const { caches, cachedReads, readForAll } = createGatewayReads({
    read,
    internalApi,
    tokenFor,
    timings,
    headers,
    memoryMb,
  })
  const realtime = createRealtime({
    async liveTiming() {
      if (upstreams.admin === undefined) return undefined
      const { status, body } = await readForAll('admin', '/api/live-timing/status')
      if (status !== 200) throw unavailable('We don’t know whether live timing is running right now.')
      return liveTimingStatusSchema.omit({ clientCount: true }).parse(JSON.parse(body.toString()))
    },
    hasSeason: createSeasonLookup((path) => readForAll('weekends', path)),
    ...{ internalApi, timings, sessions, publicUrl, cookieName, clock, cache, log },
  })
  const listening = startListening({
    bus,
    subscription: broadcastTo(subscriptions({ ...caches, sessions, channels: realtime.eventHandlers })),
    async loadState() {
      await clock.synchronize()
      await realtime.load()
    },
    log,
  })
  const isInstalled = ({ service }: Route): boolean => upstreams[service] !== undefined
  const load = loadShedding({ limits: config.load, log })
  const yieldToEventLoop = createYieldToEventLoop()
  const renderer = createRenderer({ file: join(options.ssrDirectory, SERVER_ENTRY), config: config.renderer, log })

  const { app, listen } = createServer({
    log,
    config,
    rejectOverloaded: createRejectOverloaded({ load, yieldToEventLoop, headers, cookieName }),
  })
  app.register(commonHeaders, { headers })
  app.register(probes, { isReady: listening.isReady })
  app.register(docs, { isInstalled })
  app.register(realtime.route)
  app.register(api, {
    ...{ upstreams, sessions, tokenFor, cookieName, publicUrl, load, yieldToEventLoop, connections, headers, log },
    limiter: createLimiter(cache, config.limits),
    reads: cachedReads,
    isInstalled,
    endSockets: realtime.endSessions,
    markWriter: readYourWritesCookie(isSecure),
  })
  app.register(pages, {
    directory: options.staticDirectory,
    sessionOf: pageSession(sessions, cookieName),
    timeoutMs: config.prefetchTimeoutMs,
    renderer,
  })

  return {
    name: 'gateway',
    app,
    listen,
    isReady: listening.isReady,
    async start() {
      await app.ready()
      listening.start()
      clock.start()
    },
    async stop() {
      listening.markNotReady()
      // Clients that have not reconnected elsewhere still receive everything until then.
      await realtime.drain()
      await clock.stop()
      await listening.stop()
      await realtime.stop()
      timings.stop()
      await renderer.stop()
      // Replies in flight are finished, but a client that reads too slowly does not delay the shutdown.
      const forceClose = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
      await app.close()
      clearTimeout(forceClose)
      await connections.agent.destroy()
    },
  }
}
