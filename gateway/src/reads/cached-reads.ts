import { MAX_ID } from '@purple-sector/contracts/common'
import {
  openCompetition,
  openSeason,
  type Scope,
  type SeasonScope,
  type WeekendScope,
} from '@purple-sector/contracts/tipping/scope'
import { LAST_CHANGED } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Requested, RequestPath, Route } from '../routing/find-route.ts'
import type { Session } from '../sessions/sessions.ts'
import { countBytes } from './count-bytes.ts'
import type { Count, CountReads } from './count-reads.ts'
import type { LeaderboardBytes, LeaderboardReads, PageRequest } from './leaderboard-reads.ts'
import { hasWrittenRecently } from './read-your-writes-cookie.ts'
import type { CachedReply, SharedReads } from './shared-reads.ts'
import type { TimingBytes, TimingReads } from './timing-reads.ts'
import { isNotModified, REVALIDATED } from './validators.ts'

type CachedReadTarget = Requested & { session: Session }

export type CachedReads = {
  /** Replies from memory; false if that is not possible. */
  replyFromCache(request: FastifyRequest, reply: FastifyReply, target: CachedReadTarget): boolean
  /** Replies, after a fetch if needed; false if the service itself has to reply. */
  replyToRead(request: FastifyRequest, reply: FastifyReply, target: CachedReadTarget): Promise<boolean>
  /** Replies with open data, to any caller; false if the service itself has to reply. */
  replyPublic(request: FastifyRequest, reply: FastifyReply, path: RequestPath): Promise<boolean>
  /** Invalidates the replies that a successful write through this gateway may have changed. */
  invalidateAfterWrite(route: Route, session: Session | undefined): void
}

const PAGE_QUERY = /^(?:\?(?:limit=(?<limit>\d{1,3})(?:&|$))?(?:offset=(?<offset>\d{1,7}))?)?$/
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 500

/** Parses an id; undefined if it is unusual, so that the service words the error. */
const parseId = (id = ''): number | undefined =>
  /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : undefined

/** Returns the scope of a weekend's open competition; undefined if its id is unusual. */
export const scopeOfWeekend = (id: string | undefined): WeekendScope | undefined => {
  const weekendId = parseId(id)
  return weekendId === undefined ? undefined : openCompetition(weekendId)
}

/** Returns the scope of a season's open competition; undefined if its id is unusual. */
export const scopeOfSeason = (id: string | undefined): SeasonScope | undefined => {
  const seasonId = parseId(id)
  return seasonId === undefined ? undefined : openSeason(seasonId)
}

/** Parses the page of a leaderboard that a request asks for; undefined if it is unusual. */
export const parsePageRequest = <S extends Scope>(scope: S | undefined, query: string): PageRequest<S> | undefined => {
  const match = PAGE_QUERY.exec(query)
  if (!match || scope === undefined) return undefined
  const limit = Number(match.groups?.limit ?? DEFAULT_LIMIT)
  const offset = Number(match.groups?.offset ?? 0)
  if (limit < 1 || limit > MAX_LIMIT) return undefined
  return { scope, limit, offset }
}

const JSON_TYPE = 'application/json; charset=utf-8'

type ReadReply = {
  parts(): readonly Buffer[]
  etag: string
  cacheControl: string
  headers: readonly string[]
}

const JSON_HEADERS = ['content-type', JSON_TYPE]
const lastChangedHeader = (at: string | null | undefined): readonly string[] => (at ? [LAST_CHANGED, at] : [])

const leaderboardReply = ({ parts, etag, total, version, changedAt }: LeaderboardBytes): ReadReply => ({
  parts,
  etag,
  cacheControl: REVALIDATED,
  headers: [
    ...JSON_HEADERS,
    ...['x-total-count', String(total), 'x-board-version', String(version)],
    ...lastChangedHeader(changedAt),
  ],
})

const sharedReply = (cached: NonNullable<CachedReply>): ReadReply => {
  const { body, etag, contentType, contentDisposition, lastChanged, cacheControl } = cached
  return {
    parts: () => [body],
    etag,
    cacheControl,
    headers: [
      'content-type',
      contentType,
      ...(contentDisposition === undefined ? [] : ['content-disposition', contentDisposition]),
      ...lastChangedHeader(lastChanged),
    ],
  }
}

const countReply = ({ count, lastChanged }: Count): ReadReply => {
  const { body, etag } = countBytes(count)
  return {
    parts: () => [body],
    etag,
    cacheControl: REVALIDATED,
    headers: [...JSON_HEADERS, ...lastChangedHeader(lastChanged)],
  }
}

const timingReply = ({ body, etag, at }: TimingBytes): ReadReply => ({
  parts: () => [body],
  etag,
  cacheControl: REVALIDATED,
  headers: [...JSON_HEADERS, ...lastChangedHeader(at)],
})

/** A kind of cached read: `peek` reads from memory, `read` fetches; undefined if the service has to reply. */
type CachedRead = {
  peek(target: CachedReadTarget, hasWritten: boolean): ReadReply | undefined
  read(target: CachedReadTarget, hasWritten: boolean): Promise<ReadReply | undefined>
}

/** Whether a leaderboard without a version may be of a scope that does not exist, so that the service has to reply. */
type LeaderboardOptions = { mayBeUnknown?: boolean }

/** Reads the leaderboard of the scope that the path names. */
const leaderboardRead = <S extends Scope>(
  leaderboards: LeaderboardReads<S>,
  scopeOf: (segments: readonly string[]) => S | undefined,
  { mayBeUnknown = false }: LeaderboardOptions = {},
): CachedRead => {
  const pageRequestOf = ({ path }: CachedReadTarget): PageRequest<S> | undefined =>
    parsePageRequest(scopeOf(path.segments), path.query)
  const replyOf = (bytes: LeaderboardBytes | undefined): ReadReply | undefined =>
    bytes === undefined || (mayBeUnknown && bytes.version === 0) ? undefined : leaderboardReply(bytes)
  return {
    peek(target, hasWritten) {
      const { userId } = target.session
      if (hasWritten) leaderboards.noteWrite(userId)
      const page = pageRequestOf(target)
      return replyOf(page && leaderboards.peek(page, userId))
    },
    async read(target, hasWritten) {
      const { userId, isAdmin } = target.session
      // `peek` did not run if the session was not cached.
      if (hasWritten) leaderboards.noteWrite(userId)
      const page = pageRequestOf(target)
      const read = isAdmin ? leaderboards.readUncached : leaderboards.read
      return replyOf(page && (await read(page, userId)))
    },
  }
}

/** Reads whose replies are the same for all callers. */
const sharedRead = (reads: SharedReads, isCacheable: (query: string) => boolean): CachedRead => ({
  peek({ path: { path, query } }) {
    const cached = isCacheable(query) ? reads.peek(path + query) : undefined
    return cached && sharedReply(cached)
  },
  async read({ path: { path, query }, session }) {
    if (!isCacheable(query)) return undefined
    const cached = await (session.isAdmin ? reads.readUncached : reads.read)(path + query)
    return cached && sharedReply(cached)
  },
})
const isPageQuery = (query: string): boolean => PAGE_QUERY.test(query)
const isEmptyQuery = (query: string): boolean => query === ''
const isCategoryQuery = (query: string): boolean => /^(?:\?category=[^&]*)?$/.test(query)

const countRead = (counts: CountReads): CachedRead => {
  const weekendIdOf = ({ path }: CachedReadTarget): number | undefined =>
    path.query === '' ? parseId(path.segments[2]) : undefined
  return {
    peek(target, hasWritten) {
      const weekendId = weekendIdOf(target)
      const count = weekendId === undefined || hasWritten ? undefined : counts.peek(weekendId, target.session)
      return count === undefined ? undefined : countReply(count)
    },
    async read(target, hasWritten) {
      const weekendId = weekendIdOf(target)
      if (weekendId === undefined) return undefined
      const { session } = target
      const count = await (session.isAdmin || hasWritten ? counts.readUncached : counts.read)(weekendId, session)
      return count === undefined ? undefined : countReply(count)
    },
  }
}

/** Reads the live timing of a race; race control replies if none is cached here. */
const timingRead = (timings: TimingReads): CachedRead => {
  const peek = ({ path }: CachedReadTarget): ReadReply | undefined => {
    const raceId = path.query === '' ? parseId(path.segments[3]) : undefined
    const cached = raceId === undefined ? undefined : timings.peek(raceId)
    return cached && timingReply(cached)
  }
  return { peek, read: async (target) => peek(target) }
}

type Options = {
  timings: TimingReads
  leaderboards: LeaderboardReads<WeekendScope>
  seasonLeaderboards: LeaderboardReads<SeasonScope>
  engagementBoards: LeaderboardReads<WeekendScope>
  weekends: SharedReads
  heatMaps: SharedReads
  counts: CountReads
  openData: SharedReads
  /** Headers of every reply, as names and values in turn. */
  headers: readonly string[]
}

/**
 * Serves hot reads from memory. Guarantees read-your-writes, whichever gateway forwarded the write.
 * Administrators, who may have written anything and are few, bypass all caches. Other users bypass the caches of their
 * own data while their browser has the read-your-writes cookie.
 */
export const createCachedReads = (options: Options): CachedReads => {
  const {
    leaderboards,
    seasonLeaderboards,
    engagementBoards,
    weekends,
    heatMaps,
    counts,
    openData,
    timings,
    headers: commonHeaders,
  } = options
  const reads: Record<Exclude<NonNullable<Route['cache']>, 'open-data'>, CachedRead> = {
    board: leaderboardRead(leaderboards, (segments) => scopeOfWeekend(segments[2])),
    'season-board': leaderboardRead(seasonLeaderboards, (segments) => scopeOfSeason(segments[2]), {
      mayBeUnknown: true,
    }),
    'engagement-board': leaderboardRead(engagementBoards, (segments) => scopeOfWeekend(segments[3])),
    weekends: sharedRead(weekends, isEmptyQuery),
    'heat-map': sharedRead(heatMaps, isCategoryQuery),
    'unread-count': countRead(counts),
    timing: timingRead(timings),
  }

  /** Writes the reply directly, past the framework, in one piece: setting headers one by one costs half of a reply. */
  const send = (request: FastifyRequest, reply: FastifyReply, answer: ReadReply): true => {
    const { etag, cacheControl, headers } = answer
    reply.hijack()
    const { raw } = reply
    const allHeaders = [
      ...commonHeaders,
      'x-request-id',
      request.id,
      ...headers,
      'etag',
      etag,
      'cache-control',
      cacheControl,
    ]
    if (isNotModified(request.headers['if-none-match'], etag)) {
      raw.writeHead(304, allHeaders).end()
      return true
    }
    const parts = answer.parts()
    const bytes = parts.reduce((sum, { length }) => sum + length, 0)
    allHeaders.push('content-length', String(bytes))
    raw.writeHead(200, allHeaders)
    // Corked by hand: Node would wait for the next tick for more data.
    raw.cork()
    for (const part of parts) raw.write(part)
    raw.end()
    return true
  }

  const hasWritten = ({ headers: { cookie } }: FastifyRequest): boolean => hasWrittenRecently(cookie)

  return {
    replyFromCache(request, reply, target) {
      const name = target.route?.cache
      if (target.session.isAdmin || !name || name === 'open-data') return false
      const cached = reads[name].peek(target, hasWritten(request))
      return cached !== undefined && send(request, reply, cached)
    },
    async replyToRead(request, reply, target) {
      const name = target.route?.cache
      if (!name || name === 'open-data') return false
      const answer = await reads[name].read(target, hasWritten(request))
      return answer !== undefined && send(request, reply, answer)
    },
    async replyPublic(request, reply, { path, query }) {
      const cached = isPageQuery(query) ? await openData.read(path + query) : undefined
      return cached !== undefined && send(request, reply, sharedReply(cached))
    },
    invalidateAfterWrite({ path, service }, session) {
      if (path.startsWith('/api/admin/') || service === 'weekends' || service === 'admin') {
        weekends.invalidate()
        heatMaps.invalidate()
        leaderboards.invalidate()
        seasonLeaderboards.invalidate()
        openData.invalidate()
      }
      if (!session) return
      if (service === 'tipping') for (const reads of [leaderboards, seasonLeaderboards]) reads.noteWrite(session.userId)
      if (service !== 'engagement') return
      engagementBoards.noteWrite(session.userId)
      counts.invalidate(session.userId)
    },
  }
}
