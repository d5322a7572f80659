import { join } from 'node:path'
import type { Cache } from '@purple-sector/cache'
import { liveTimingStatusSchema } from '@purple-sector/contracts/admin/http'
import type { ServiceName } from '@purple-sector/contracts/services'
import type { EventBus } from '@purple-sector/messaging'
import type { IdentitySigner, Logger, ServiceCalls } from '@purple-sector/service-kit'
import { IDENTITY_HEADER } from '@purple-sector/service-kit'
import { followShownTimings } from '@purple-sector/service-kit/data/shown-timings'
import { unavailable } from '@purple-sector/service-kit/errors'
import type { FastifyInstance } from 'fastify'
import { createAdmission } from './admission.ts'
import { type GatewayConfig, isServedSecurely } from './config.ts'
import { createDeadlineClock } from './deadline-clock.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { forwardingInProcess } from './forwarding/in-process.ts'
import { proxyToServices } from './forwarding/proxy.ts'
import { readingFrom } from './forwarding/read-from.ts'
import { serviceConnections } from './forwarding/service-connections.ts'
import type { Upstream } from './forwarding/upstream.ts'
import { securityHeaders, setCommonHeaders } from './guards/common-headers.ts'
import { createLimiter } from './guards/limits.ts'
import { createInternalApi } from './internal-api.ts'
import { givingWay } from './overload/giving-way.ts'
import { loadShedding } from './overload/load-shedding.ts'
import { turningAway } from './overload/turn-away.ts'
import { createPictures } from './pictures/pictures.ts'
import { createBoardReads } from './reads/board-reads.ts'
import { createCountReads } from './reads/count-reads.ts'
import { createHotReads } from './reads/hot-reads.ts'
import { createSharedReads } from './reads/shared-reads.ts'
import { createTimingReads } from './reads/timing-reads.ts'
import { createRealtime } from './realtime/realtime.ts'
import { asItStands, readRequestPath, withoutLastSlash } from './routing/request-path.ts'
import { requestedOf, UNREADABLE } from './routing/requested.ts'
import { createServer, nothingHere } from './server.ts'
import { identityTokens } from './sessions/identity-tokens.ts'
import { sessionCookieName } from './sessions/session-cookie.ts'
import { createSessions } from './sessions/sessions.ts'
import { writerMark } from './sessions/writer-mark.ts'
import { startListening } from './start-listening.ts'
import { pageSession } from './static/page-session.ts'
import { serveWebApp } from './static/web-app.ts'
import { broadcastTo, subscriptions } from './subscriptions.ts'
import { routeOf } from './upstreams.ts'

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
  /** Where its build for Node lies, which draws pages. */
  drawingDirectory: string
}

export type Gateway = {
  name: 'gateway'
  app: FastifyInstance
  /** Listens at a port, 0 for any that is free, of a host; of `localhost` where it is absent. */
  listen(at: { port: number; host?: string | undefined }): Promise<void>
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

/** What the app's build for Node is called. */
const DRAWING = 'picture.js'

/** A browser that goes somewhere says so; a script that fetches something does not. */
const wantsPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

/** Kept apart, so that who reads one kind without end pushes out none of the others. */
const shareReadMemory = (megabytes: number) => {
  const share = (megabytes * 1_000_000) / 16
  return {
    boards: { pages: 6 * share, rows: 3 * share },
    engagementBoards: { pages: share, rows: share },
    weekends: 1.5 * share,
    openData: 0.5 * share,
    heatMaps: share,
    counts: 2 * share,
  }
}

/** Replies depend on the hour too (deadlines, the current weekend): a copy is good for a second, or until an event. */
const WEEKENDS_TTL_MS = 1_000
/** Its owner tells of every change; this is for what was missed. */
const HEAT_MAP_TTL_MS = 10_000

/** Whoever reads it may keep it for longer. */
const OPEN_DATA_TTL_MS = 2_000

/** The one door: routes, authenticates, limits, fans out and serves the web app. No business rule lives here. */
export const buildGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { upstreams, calls, bus, cache, log, config, signIdentity } = options
  const isSecure = isServedSecurely(config)
  const cookieName = sessionCookieName(isSecure)
  const { publicUrl } = config
  const internalApi = createInternalApi(calls)
  const clock = createDeadlineClock({ ask: internalApi.clock, log })
  const sessions = createSessions({ cache, ask: internalApi.sessions, now: clock.now, log })
  const tokenFor = identityTokens(signIdentity)
  const ownHeaders = async () => {
    const session = { ...OWN_NAME, hash: OWN_NAME.sessionId, theme: null, expiresAt: '' }
    return { [IDENTITY_HEADER]: await tokenFor(session) }
  }
  const behindUrls = Object.values(upstreams).filter((upstream) => typeof upstream === 'string')
  const connections = serviceConnections(behindUrls)
  const read = readingFrom(connections.agent)
  const memory = shareReadMemory(config.readMemoryMb)
  const readOf = async (service: ServiceName, path: string, headers: Record<string, string>) => {
    const upstream = upstreams[service]
    if (upstream === undefined) throw unavailable('The service is not installed.')
    return read(upstream, path, headers)
  }
  const weekendReads = createSharedReads({
    read: async (path) => readOf('weekends', path, await ownHeaders()),
    ttlMs: WEEKENDS_TTL_MS,
    maxBytes: memory.weekends,
  })
  const heatMaps = createSharedReads({
    read: async (path) => readOf('engagement', path, await ownHeaders()),
    ttlMs: HEAT_MAP_TTL_MS,
    maxBytes: memory.heatMaps,
  })
  const openData = createSharedReads({
    read: async (path) => {
      const route = routeOf(readRequestPath(path)?.segments ?? [])
      if (!route) throw unavailable('Nothing answers at this address.')
      return readOf(route.service, path, {})
    },
    ttlMs: OPEN_DATA_TTL_MS,
    maxBytes: memory.openData,
  })
  const counts = createCountReads({
    read: async (path, session) => readOf('engagement', path, { [IDENTITY_HEADER]: await tokenFor(session) }),
    maxBytes: memory.counts,
  })
  const boards = createBoardReads(
    { page: internalApi.boardPage, rows: internalApi.boardEntries },
    { maxBytes: memory.boards },
  )
  const engagementBoards = createBoardReads(
    { page: internalApi.engagementPage, rows: internalApi.engagementEntries },
    { maxBytes: memory.engagementBoards },
  )
  const timings = followShownTimings(cache)
  const realtime = createRealtime({
    internalApi,
    timings,
    async liveTiming() {
      if (upstreams.admin === undefined) return undefined
      const { status, body } = await readOf('admin', '/api/live-timing/status', await ownHeaders())
      if (status !== 200) throw unavailable('We don’t know whether live timing is running right now.')
      return liveTimingStatusSchema.omit({ clientCount: true }).parse(JSON.parse(body.toString()))
    },
    sessions,
    publicUrl,
    cookieName,
    clock,
    cache,
    log,
  })
  const listening = startListening({
    bus,
    subscription: broadcastTo(
      subscriptions({
        sessions,
        boards,
        engagementBoards,
        weekendReads,
        heatMaps,
        counts,
        channels: realtime.reactions,
      }),
    ),
    async warm() {
      await clock.learn()
      await realtime.load()
    },
    log,
  })
  const headers = securityHeaders(isSecure)
  const load = loadShedding({ limits: config.load, log })
  const giveWay = givingWay()
  const admit = createAdmission({
    upstreams,
    sessions,
    tokenFor,
    limiter: createLimiter(cache, config.limits),
    reads: createHotReads({
      ...{ boards, engagementBoards, weekends: weekendReads, heatMaps, counts, openData },
      timings: createTimingReads(timings),
      headers: headers.flat(),
    }),
    load,
    giveWay,
    forwardInProcess: forwardingInProcess({ headers, log }),
    endSockets: realtime.endSessions,
    markWriter: writerMark(isSecure),
    cookieName,
    publicUrl,
  })

  const { app, listen } = createServer({ log, config, turnAway: turningAway({ load, giveWay, headers, cookieName }) })
  // As late as can be: what is answered from memory, or by a service of this process, has its own way.
  app.addHook('onSend', (request, reply, payload, done) => {
    setCommonHeaders(reply.raw, headers, request.id)
    done(null, payload)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = listening.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting' })
  })
  await docsRoutes(app, { services: Object.keys(upstreams), openapi: internalApi.openapi, log })
  await app.register(realtime.route)
  const pictures = createPictures({ file: join(options.drawingDirectory, DRAWING), config: config.pictures, log })
  const webApp = await serveWebApp(app, {
    directory: options.staticDirectory,
    sessionOf: pageSession(sessions, cookieName),
    patienceMs: config.firstRepliesWaitMs,
    pictures,
  })
  // Bodies are the services' to read: here they are left in the socket.
  await app.register(async (api) => {
    api.removeAllContentTypeParsers()
    await proxyToServices(api, { routes: ['/api', '/api/*'], admit, connections, log })
  })
  await app.register(async (rest) => {
    rest.removeAllContentTypeParsers()
    rest.addContentTypeParser('*', (_request, _payload, done) => done(null))
    rest.all('/*', async (request, reply) => {
      if (request.url !== UNREADABLE) return webApp(request, reply, requestedOf(request.raw).path.segments)
      const { originalUrl, headers } = request
      const page = withoutLastSlash(originalUrl) ?? (wantsPage(headers.accept) ? asItStands(originalUrl) : undefined)
      if (page) return reply.redirect(page, 308)
      throw nothingHere()
    })
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
      listening.leave()
      // Who has not moved yet hears everything until then.
      await realtime.handOver()
      await clock.stop()
      await listening.stop()
      await realtime.stop()
      timings.stop()
      await pictures.stop()
      // Replies under way are finished, but a client that hardly reads does not keep us.
      const lastCall = setTimeout(() => app.server.closeAllConnections(), FINISHING_MS)
      await app.close()
      clearTimeout(lastCall)
      await connections.agent.destroy()
    },
  }
}
