import { MAX_ID } from '@purple-sector/contracts/common'
import { LAST_CHANGED } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../route-table.ts'
import type { RequestPath } from '../routing/request-path.ts'
import type { Requested } from '../routing/requested.ts'
import { hasWrittenRecently } from '../sessions/read-your-writes.ts'
import type { Session } from '../sessions/sessions.ts'
import type { BoardPageBytes, BoardReads, PageRequest } from './board-reads.ts'
import { countBytes } from './count-bytes.ts'
import type { Count, CountReads } from './count-reads.ts'
import type { CachedReply, SharedReads } from './shared-reads.ts'
import type { TimingBytes, TimingReads } from './timing-reads.ts'
import { isNotModified, REVALIDATED } from './validators.ts'

type CachedReadTarget = Requested & { session: Session }

export type CachedReads = {
  /** Answers from memory; false where that is not possible. */
  answerFromCache(request: FastifyRequest, reply: FastifyReply, target: CachedReadTarget): boolean
  /** Answers, after a fetch where needed; false where the service itself has to answer. */
  answer(request: FastifyRequest, reply: FastifyReply, target: CachedReadTarget): Promise<boolean>
  /** Answers open data, for any caller; false where the service itself has to answer. */
  answerPublic(request: FastifyRequest, reply: FastifyReply, path: RequestPath): Promise<boolean>
  /** Drops what a successful write through this gateway may have changed. */
  invalidateAfterWrite(route: Route, session: Session | undefined): void
}

const BOARD_QUERY = /^(?:\?(?:limit=(?<limit>\d{1,3}))?&?(?:offset=(?<offset>\d{1,7}))?)?$/
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 500

/** Parses an id; undefined where it is unusual, so that the service words the error. */
const readId = (id = ''): number | undefined =>
  /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : undefined

/** Parses which page of a weekend's board is requested; undefined likewise. */
export const readPageRequest = (id: string | undefined, query: string): PageRequest | undefined => {
  const match = BOARD_QUERY.exec(query)
  const weekendId = readId(id)
  if (!match || weekendId === undefined) return undefined
  const limit = Number(match.groups?.limit ?? DEFAULT_LIMIT)
  const offset = Number(match.groups?.offset ?? 0)
  if (limit < 1 || limit > MAX_LIMIT) return undefined
  return { weekendId, limit, offset }
}

const JSON_TYPE = 'application/json; charset=utf-8'

type Answer = {
  parts(): readonly Buffer[]
  etag: string
  cacheControl: string
  headers: readonly string[]
}

const JSON_ANSWER = ['content-type', JSON_TYPE]
const changed = (at: string | null | undefined): readonly string[] => (at ? [LAST_CHANGED, at] : [])

const pageAnswer = ({ parts, etag, total, version, changedAt }: BoardPageBytes): Answer => ({
  parts,
  etag,
  cacheControl: REVALIDATED,
  headers: [
    ...JSON_ANSWER,
    ...['x-total-count', String(total), 'x-board-version', String(version)],
    ...changed(changedAt),
  ],
})

const cachedAnswer = (cached: NonNullable<CachedReply>): Answer => {
  const { body, etag, contentType, contentDisposition, lastChanged, cacheControl } = cached
  return {
    parts: () => [body],
    etag,
    cacheControl,
    headers: [
      'content-type',
      contentType,
      ...(contentDisposition === undefined ? [] : ['content-disposition', contentDisposition]),
      ...changed(lastChanged),
    ],
  }
}

const countAnswer = ({ count, lastChanged }: Count): Answer => {
  const { body, etag } = countBytes(count)
  return { parts: () => [body], etag, cacheControl: REVALIDATED, headers: [...JSON_ANSWER, ...changed(lastChanged)] }
}

const timingAnswer = ({ body, etag, at }: TimingBytes): Answer => ({
  parts: () => [body],
  etag,
  cacheControl: REVALIDATED,
  headers: [...JSON_ANSWER, ...changed(at)],
})

/** A kind of cached read: `peek` answers from memory, `read` fetches; undefined where the service has to answer. */
type CachedRead = {
  peek(target: CachedReadTarget, wrote: boolean): Answer | undefined
  read(target: CachedReadTarget, wrote: boolean): Promise<Answer | undefined>
}

/** A board whose path names the weekend in this segment. */
const readBoard = (boards: BoardReads, segment: number): CachedRead => {
  const pageIn = ({ path }: CachedReadTarget): PageRequest | undefined =>
    readPageRequest(path.segments[segment], path.query)
  return {
    peek(target, wrote) {
      const { userId } = target.session
      if (wrote) boards.noteWrite(userId)
      const page = pageIn(target)
      const cached = page && boards.peek(page, userId)
      return cached && pageAnswer(cached)
    },
    async read(target, wrote) {
      const { userId, isAdmin } = target.session
      // The session may be new here, so that `peek` did not run.
      if (wrote) boards.noteWrite(userId)
      const page = pageIn(target)
      const read = isAdmin ? boards.readUncached : boards.read
      return page && pageAnswer(await read(page, userId))
    },
  }
}

/** Reads that are the same for every caller. */
const readShared = (reads: SharedReads, isUsual: (query: string) => boolean): CachedRead => ({
  peek({ path: { path, query } }) {
    const cached = isUsual(query) ? reads.peek(path + query) : undefined
    return cached && cachedAnswer(cached)
  },
  async read({ path: { path, query }, session }) {
    if (!isUsual(query)) return undefined
    const cached = await (session.isAdmin ? reads.readUncached : reads.read)(path + query)
    return cached && cachedAnswer(cached)
  },
})
const ofPage = (query: string): boolean => BOARD_QUERY.test(query)
const withoutQuery = (query: string): boolean => query === ''
const ofCategory = (query: string): boolean => /^(?:\?category=[^&]*)?$/.test(query)

const readCount = (counts: CountReads): CachedRead => {
  const weekendIn = ({ path }: CachedReadTarget): number | undefined =>
    path.query === '' ? readId(path.segments[2]) : undefined
  return {
    peek(target, wrote) {
      const weekendId = weekendIn(target)
      const count = weekendId === undefined || wrote ? undefined : counts.peek(weekendId, target.session)
      return count === undefined ? undefined : countAnswer(count)
    },
    async read(target, wrote) {
      const weekendId = weekendIn(target)
      if (weekendId === undefined) return undefined
      const { session } = target
      const count = await (session.isAdmin || wrote ? counts.readUncached : counts.read)(weekendId, session)
      return count === undefined ? undefined : countAnswer(count)
    },
  }
}

/** The state of a race by live timing; race control answers where there is none here. */
const readTiming = (timings: TimingReads): CachedRead => {
  const peek = ({ path }: CachedReadTarget): Answer | undefined => {
    const raceId = path.query === '' ? readId(path.segments[3]) : undefined
    const cached = raceId === undefined ? undefined : timings.peek(raceId)
    return cached && timingAnswer(cached)
  }
  return { peek, read: async (target) => peek(target) }
}

type Options = {
  timings: TimingReads
  boards: BoardReads
  engagementBoards: BoardReads
  weekends: SharedReads
  heatMaps: SharedReads
  counts: CountReads
  openData: SharedReads
  /** Headers of every reply, as names and values in turn. */
  headers: readonly string[]
}

/**
 * Serves hot reads from memory. Guarantees read-your-writes, whichever gateway took the write.
 * Administrators, who may have written anything and are few, read past every cache; others get their own data fetched
 * fresh while their browser has the read-your-writes cookie.
 */
export const createCachedReads = (options: Options): CachedReads => {
  const { boards, engagementBoards, weekends, heatMaps, counts, openData, timings, headers: always } = options
  const reads: Record<Exclude<NonNullable<Route['read']>, 'open-data'>, CachedRead> = {
    board: readBoard(boards, 2),
    'engagement-board': readBoard(engagementBoards, 3),
    weekends: readShared(weekends, withoutQuery),
    'heat-map': readShared(heatMaps, ofCategory),
    'unread-count': readCount(counts),
    timing: readTiming(timings),
  }

  /** Writes the reply directly, past the framework, in one piece: setting headers one by one costs half the answer. */
  const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer): true => {
    const { etag, cacheControl, headers } = answer
    reply.hijack()
    const { raw } = reply
    const all = [...always, 'x-request-id', request.id, ...headers, 'etag', etag, 'cache-control', cacheControl]
    if (isNotModified(request.headers['if-none-match'], etag)) {
      raw.writeHead(304, all).end()
      return true
    }
    const parts = answer.parts()
    const bytes = parts.reduce((sum, { length }) => sum + length, 0)
    all.push('content-length', String(bytes))
    raw.writeHead(200, all)
    // Corked by hand: Node would wait for the next tick for more data.
    raw.cork()
    for (const part of parts) raw.write(part)
    raw.end()
    return true
  }

  const wrote = ({ headers: { cookie } }: FastifyRequest): boolean => hasWrittenRecently(cookie)

  return {
    answerFromCache(request, reply, target) {
      const read = target.route?.read
      if (target.session.isAdmin || !read || read === 'open-data') return false
      const cached = reads[read].peek(target, wrote(request))
      return cached !== undefined && send(request, reply, cached)
    },
    async answer(request, reply, target) {
      const read = target.route?.read
      if (!read || read === 'open-data') return false
      const answer = await reads[read].read(target, wrote(request))
      return answer !== undefined && send(request, reply, answer)
    },
    async answerPublic(request, reply, { path, query }) {
      const cached = ofPage(query) ? await openData.read(path + query) : undefined
      return cached !== undefined && send(request, reply, cachedAnswer(cached))
    },
    invalidateAfterWrite({ path, service }, session) {
      if (path.startsWith('/api/admin/') || service === 'weekends' || service === 'admin') {
        weekends.drop()
        heatMaps.drop()
        boards.drop()
        openData.drop()
      }
      if (!session) return
      if (service === 'tipping') boards.noteWrite(session.userId)
      if (service !== 'engagement') return
      engagementBoards.noteWrite(session.userId)
      counts.drop(session.userId)
    },
  }
}
