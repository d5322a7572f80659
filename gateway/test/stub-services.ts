import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { findRoom } from '@purple-sector/contracts/chat/internal'
import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import { findEngagementEntries, findEngagementPage } from '@purple-sector/contracts/engagement/internal'
import { findMemberships, listMemberships, type Membership } from '@purple-sector/contracts/groups/internal'
import {
  resolveSessionsBody,
  resolveSessionsReply,
  type SessionIdentity,
  themeBody,
} from '@purple-sector/contracts/identity/http'
import type { Entry, Rank, Standing } from '@purple-sector/contracts/tipping/http'
import {
  findLeaderboard,
  findLeaderboardEntries,
  findLeaderboardPage,
  findProjectedLeaderboards,
  findSeasonLeaderboardEntries,
  findSeasonLeaderboardPage,
  findSeasonStandings,
  findStandings,
  type ProjectedLeaderboard,
  type ProjectionRequest,
  readClock,
} from '@purple-sector/contracts/tipping/internal'
import { type SeasonScope, scopeKey, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry, SeasonStanding } from '@purple-sector/contracts/tipping/seasons'
import { type Race, raceSchema, type Weekend, weekendSchema } from '@purple-sector/contracts/weekends/http'
import { listCategories, weekendListSchema } from '@purple-sector/contracts/weekends/internal'
import { type Season, seasonSchema } from '@purple-sector/contracts/weekends/seasons'
import {
  type App,
  callerOf,
  createApp,
  type IdentityVerifier,
  type Logger,
  registerInternalRoute,
} from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { latestOf, setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { weekendReply } from '@purple-sector/testing/replies'
import { z } from 'zod'

export type StubBoard = { version: number; changedAt?: string; entries: Entry[]; ranks: Rank[]; standings: Standing[] }

/** `ownRows` are those rows that their users see otherwise. */
export type StubSeasonBoard = {
  version: number
  changedAt?: string
  entries: SeasonEntry[]
  ownRows?: SeasonEntry[]
  standings: SeasonStanding[]
}

/** State of the stubs, for tests to change, and the requests they got. */
export type StubState = {
  sessions: Map<string, SessionIdentity>
  weekends: { weekend: Weekend; races: Race[] }[]
  boards: Map<number, StubBoard>
  /** Boards of groups, by group. */
  groupBoards: Map<number, StubBoard>
  seasons: Season[]
  /** Season leaderboards, by the text form of their scope. */
  seasonBoards: Map<string, StubSeasonBoard>
  memberships: Membership[]
  /** Authors of rooms, by `weekend/3` or `group/7`. */
  authors: Map<string, string[]>
  /** Engagement boards and heat maps of weekends, and unread counts of users. */
  engagementBoards: Map<number, { version: number; changedAt?: string; entries: EngagementEntry[] }>
  heatMaps: Map<number, string[]>
  unread: Map<string, number>
  /** Whether race control reports live timing as paused. */
  isTimingPaused: boolean
  /** Tipping's projected leaderboards; unavailable while this throws. */
  projectedLeaderboards: (request: ProjectionRequest) => ProjectedLeaderboard[]
  /** How far the clock of tipping's database is ahead of this machine's. */
  clockAheadMs: number
  /** Requests as `service method path`, in order. */
  requests: string[]
  /** Failed requests, likewise. */
  failed: string[]
  /** Awaited before a service answers. */
  before: (service: string, url: string) => Promise<void> | void
}

export const createStubState = (): StubState => ({
  sessions: new Map(),
  weekends: [],
  boards: new Map(),
  groupBoards: new Map(),
  seasons: [],
  seasonBoards: new Map(),
  memberships: [],
  authors: new Map(),
  engagementBoards: new Map(),
  heatMaps: new Map(),
  unread: new Map(),
  isTimingPaused: false,
  projectedLeaderboards: () => [],
  clockAheadMs: 0,
  requests: [],
  failed: [],
  before: () => {},
})

export type SignedIn = { cookie: string; hash: string; session: SessionIdentity }

/** Signs a user in at the stub of identity. */
export const signIn = (state: StubState, overrides: Partial<SessionIdentity> = {}): SignedIn => {
  const id = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(id).digest('hex')
  const session: SessionIdentity = {
    hash,
    sessionId: randomUUID(),
    userId: randomUUID(),
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Fan',
    isAdmin: false,
    theme: null,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...overrides,
  }
  state.sessions.set(hash, session)
  return { cookie: `session=${id}`, hash, session }
}

type StubOptions = { state: StubState; log: Logger; verifyIdentity: IdentityVerifier; internalSecret: string }

const internal = { access: 'internal' } as const
const id = z.coerce.number().int()

const identityRoutes = (app: App, { sessions }: StubState): void => {
  app.post(
    '/internal/sessions/resolve',
    { config: internal, schema: { body: resolveSessionsBody, response: { 200: resolveSessionsReply } } },
    async ({ body }) => ({ sessions: body.hashes.flatMap((hash) => sessions.get(hash) ?? []) }),
  )
  app.get('/api/auth/user', async (request) => callerOf(request))
  app.get('/api/login', { config: { access: 'public' } }, async (_request, reply) =>
    reply.type('text/html').send('<form method="post"></form>'),
  )
  app.get('/api/logout', { config: { access: 'public' } }, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return reply.type('text/html').send('<form method="post"></form>')
    for (const [hash, { sessionId }] of sessions) if (sessionId === request.identity?.sessionId) sessions.delete(hash)
    return reply.header('set-cookie', 'session=; Max-Age=0').redirect('/', 303)
  })
  app.get('/api/auth/verify', { config: { access: 'public' } }, async (request, reply) => {
    for (const [hash, session] of sessions)
      if (session.userId === request.identity?.userId) sessions.set(hash, { ...session, isAdmin: true })
    return reply.redirect('/', 303)
  })
  app.post('/api/auth/register', { config: { access: 'public' } }, async (request, reply) =>
    reply.code(201).send({ address: request.headers['x-client-address'] }),
  )
  app.put('/api/profile/theme', { schema: { body: themeBody } }, async (request) => {
    const { sessionId } = callerOf(request)
    const { mode, custom = null } = request.body
    for (const [hash, session] of sessions)
      if (session.sessionId === sessionId) sessions.set(hash, { ...session, theme: { mode, custom } })
    return {}
  })
  app.post('/api/auth/logout-everywhere', async (request, reply) => {
    const { userId } = callerOf(request)
    for (const [hash, session] of sessions) if (session.userId === userId) sessions.delete(hash)
    return reply.code(204).send()
  })
}

/** As the real service sets it for its images. */
const PICTURE_CACHING = 'private, max-age=31536000, immutable'

const open = { access: 'public' } as const
const OPEN_CACHING = 'public, max-age=5'

const weekendRoutes = (app: App, state: StubState): void => {
  const find = (weekendId: number) => {
    const found = state.weekends.find(({ weekend }) => weekend.id === weekendId)
    if (!found) throw notFound('NOT_FOUND', 'There’s nothing at this address.')
    return found
  }
  app.get('/api/weekends', { schema: { response: { 200: z.array(weekendSchema) } } }, async () =>
    state.weekends.map(({ weekend }) => weekend),
  )
  app.get('/api/weekends/current', { schema: { response: { 200: weekendSchema } } }, async () => {
    const [first] = state.weekends
    if (!first) throw notFound('NOT_FOUND', 'There is no current weekend.')
    return first.weekend
  })
  app.get(
    '/api/weekends/:id/races',
    { schema: { params: z.object({ id }), response: { 200: z.array(raceSchema) } } },
    async ({ params }, reply) => {
      const { races } = find(params.id)
      setLastChanged(reply, latestOf(races.map(({ resultChangedAt }) => resultChangedAt)))
      return races
    },
  )
  app.get(
    '/api/seasons/:id',
    { schema: { params: z.object({ id }), response: { 200: seasonSchema } } },
    async ({ params }) => {
      const season = state.seasons.find((each) => each.id === params.id)
      if (!season) throw notFound('SEASON_NOT_FOUND', 'There’s no such season.')
      return season
    },
  )
  app.get('/api/weekends/images/:id', { schema: { params: z.object({ id }) } }, async (_, reply) =>
    reply.type('image/webp').header('cache-control', PICTURE_CACHING).send(Buffer.from('a picture')),
  )
  // Reveals the caller, whom the gateway must not forward.
  app.get('/api/open/weekends', { config: open }, async ({ identity, headers }, reply) =>
    reply.header('cache-control', OPEN_CACHING).send([{ identity, cookie: headers.cookie ?? null }]),
  )
  app.post('/api/admin/weekends', { config: { access: 'admin' } }, async (request, reply) => {
    const weekend = weekendReply({ id: state.weekends.length + 1, ...(request.body as Partial<Weekend>) })
    state.weekends.push({ weekend, races: [] })
    return reply.code(201).send(weekend)
  })
  registerInternalRoute(app, listCategories, async () => [])
  app.get(
    '/internal/weekends',
    {
      config: internal,
      schema: { querystring: z.object({ weekendId: id.optional() }), response: { 200: weekendListSchema } },
    },
    async ({ query }) =>
      state.weekends
        .filter(({ weekend }) => query.weekendId === undefined || weekend.id === query.weekendId)
        .map(({ weekend, races }) => ({
          weekend: { ...weekend, sequence: 0 },
          races: races.map((race) => ({ ...race, sequence: 0 })),
        })),
  )
}

const tippingRoutes = (app: App, state: StubState): void => {
  const none: StubBoard = { version: 0, entries: [], ranks: [], standings: [] }
  const boardOf = ({ weekendId, groupId }: WeekendScope): StubBoard =>
    (groupId === null ? state.boards.get(weekendId) : state.groupBoards.get(groupId)) ?? none
  app.get('/api/open/weekends/:weekendId/leaderboard.csv', { config: open }, async ({ identity, headers }, reply) =>
    reply
      .header('cache-control', OPEN_CACHING)
      .header('content-disposition', 'attachment; filename="leaderboard-3.csv"')
      .type('text/csv')
      .send(`${identity?.userId},${headers.cookie}`),
  )
  // Allows a body of many packets, larger than services accept from fans: it is only passed on.
  app.post('/api/tips', { bodyLimit: 1_048_576 }, async (request, reply) =>
    reply.code(201).send({ by: callerOf(request).userId, body: request.body }),
  )
  registerInternalRoute(app, findLeaderboard, ({ query: { scope } }) => {
    const { version, changedAt, entries, ranks } = boardOf(scope)
    return { version, changedAt, total: entries.length, entries: entries.slice(0, 20), ranks }
  })
  registerInternalRoute(app, findLeaderboardPage, ({ query: { scope, limit, offset } }) => {
    const { version, changedAt, entries } = boardOf(scope)
    return { version, changedAt, total: entries.length, entries: entries.slice(offset, offset + limit) }
  })
  registerInternalRoute(app, findLeaderboardEntries, ({ request: { scope, userIds } }) => {
    const { version, entries } = boardOf(scope)
    return { version, entries: entries.filter(({ userId }) => userIds.includes(userId)) }
  })
  registerInternalRoute(app, findStandings, ({ request: { scope, userIds } }) => {
    const { version, standings } = boardOf(scope)
    return { version, standings: standings.filter(({ userId }) => userIds.includes(userId)) }
  })
  const noSeason: StubSeasonBoard = { version: 0, entries: [], standings: [] }
  const seasonBoardOf = (scope: SeasonScope): StubSeasonBoard => state.seasonBoards.get(scopeKey(scope)) ?? noSeason
  app.get('/api/seasons/:id/leaderboard', { schema: { params: z.object({ id }) } }, async ({ params }) => {
    if (!state.seasons.some((season) => season.id === params.id))
      throw notFound('SEASON_NOT_FOUND', 'There’s no such season.')
    return []
  })
  registerInternalRoute(app, findSeasonLeaderboardPage, ({ query: { scope, limit, offset } }) => {
    const { version, changedAt, entries } = seasonBoardOf(scope)
    return { version, changedAt, total: entries.length, entries: entries.slice(offset, offset + limit) }
  })
  registerInternalRoute(app, findSeasonLeaderboardEntries, ({ request: { scope, userIds } }) => {
    const { version, entries, ownRows = [] } = seasonBoardOf(scope)
    const own = entries.map((entry) => ownRows.find(({ userId }) => userId === entry.userId) ?? entry)
    return { version, entries: own.filter(({ userId }) => userIds.includes(userId)) }
  })
  registerInternalRoute(app, findSeasonStandings, ({ request: { scope, userIds } }) => {
    const { version, standings } = seasonBoardOf(scope)
    return { version, standings: standings.filter(({ userId }) => userIds.includes(userId)) }
  })
  registerInternalRoute(app, findProjectedLeaderboards, ({ request }) => ({
    leaderboards: state.projectedLeaderboards(request),
  }))
  registerInternalRoute(app, readClock, () => ({ now: new Date(Date.now() + state.clockAheadMs).toISOString() }))
}

/** Small, so that a handful of memberships fills several pages. */
const MEMBERSHIPS_A_PAGE = 2

const groupRoutes = (app: App, state: StubState): void => {
  registerInternalRoute(app, listMemberships, ({ query: { after = '0' } }) => {
    const end = Number(after) + MEMBERSHIPS_A_PAGE
    return {
      memberships: state.memberships.slice(Number(after), end),
      next: end < state.memberships.length ? String(end) : null,
    }
  })
  registerInternalRoute(app, findMemberships, ({ request: { wanted } }) => ({
    memberships: state.memberships.filter(({ groupId, userId }) =>
      wanted.some((key) => key.groupId === groupId && key.userId === userId),
    ),
  }))
}

const adminRoutes = (app: App, state: StubState): void => {
  app.get('/api/live-timing/status', async () => {
    const idle = { isRunning: false, clientCount: null, source: null, raceId: null }
    return { isPaused: state.isTimingPaused, ...idle }
  })
  app.get('/api/live-timing/races/:raceId', async () => {
    throw notFound('NO_TIMING', 'Nothing came of this session yet.')
  })
}

const chatRoutes = (app: App, { authors }: StubState): void => {
  app.post('/api/weekends/:id/chat', async (request, reply) => reply.code(201).send({ by: callerOf(request).userId }))
  registerInternalRoute(app, findRoom, ({ params: { type, id: roomId } }) => {
    const ref = { weekendId: type === 'weekend' ? roomId : null, groupId: type === 'group' ? roomId : null }
    const wrote = authors.get(`${type}/${roomId}`) ?? []
    return { ...ref, slowModeSeconds: 0, messageCount: wrote.length, lastMessageId: wrote.length, authors: wrote }
  })
}

/** When every user got their last notification. */
export const NOTIFIED_AT = '2026-03-01T10:00:00.000Z'

const engagementRoutes = (app: App, state: StubState): void => {
  const noUser = { version: 0, changedAt: undefined, entries: [] }
  const boardOf = (weekendId: number) => state.engagementBoards.get(weekendId) ?? noUser
  const params = z.object({ weekendId: id })
  registerInternalRoute(app, findEngagementPage, ({ params: { weekendId }, query: { limit, offset } }) => {
    const { version, changedAt, entries } = boardOf(weekendId)
    return { version, changedAt, total: entries.length, entries: entries.slice(offset, offset + limit) }
  })
  registerInternalRoute(app, findEngagementEntries, ({ params: { weekendId }, request: { userIds } }) => {
    const { version, entries } = boardOf(weekendId)
    return { version, entries: entries.filter(({ userId }) => userIds.includes(userId)) }
  })
  app.get('/api/weekends/:weekendId/heat-map', { schema: { params } }, async (request) => {
    const drivers = state.heatMaps.get(request.params.weekendId)
    if (!drivers) throw notFound('NOT_FOUND', 'There’s no such race weekend.')
    return drivers
  })
  app.get('/api/notifications/:weekendId/count', { schema: { params } }, async (request, reply) => {
    setLastChanged(reply, NOTIFIED_AT)
    return { count: state.unread.get(callerOf(request).userId) ?? 0 }
  })
  app.post('/api/notifications/:weekendId/read-all', { schema: { params } }, async (request) => {
    state.unread.set(callerOf(request).userId, 0)
    return { count: 0 }
  })
}

/** Stubs of the services as far as a gateway notices: the kit's real app, with replies by the contracts. */
export const stubServices = async ({ state, ...options }: StubOptions): Promise<Map<string, App>> => {
  const routes = {
    identity: identityRoutes,
    weekends: weekendRoutes,
    tipping: tippingRoutes,
    groups: groupRoutes,
    admin: adminRoutes,
    chat: chatRoutes,
    engagement: engagementRoutes,
  }
  const apps = new Map<string, App>()
  for (const [service, register] of Object.entries(routes)) {
    const app = createApp({ service, ...options })
    app.addHook('onRequest', async (request) => {
      state.requests.push(`${service} ${request.method} ${request.url}`)
      await state.before(service, request.url)
    })
    app.addHook('onError', async (request) => {
      state.failed.push(`${service} ${request.method} ${request.url}`)
    })
    app.get(`/internal/${service}-secret`, { config: { access: 'public' } }, async () => 'not for the public')
    app.register(async () => register(app, state))
    await app.ready()
    apps.set(service, app)
  }
  return apps
}
