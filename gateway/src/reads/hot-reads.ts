import { MAX_ID } from '@purple-sector/contracts/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestPath } from '../routing/request-path.ts'
import type { Session } from '../sessions/sessions.ts'
import { saysItWrote } from '../sessions/writer-mark.ts'
import type { Route } from '../upstreams.ts'
import type { BoardPageBytes, BoardReads, PageRequest } from './board-reads.ts'
import { isNotModified, REVALIDATED } from './validators.ts'
import type { KeptReply, WeekendReads } from './weekend-reads.ts'

type Asked = { route: Route; path: RequestPath; session: Session }

export type HotReads = {
  /** Answers with what is in memory; false where it is not. */
  answerAtOnce(request: FastifyRequest, reply: FastifyReply, asked: Asked): boolean
  /** The same, having read it first where need be; false where the service itself has to answer. */
  answer(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<boolean>
  /** A write through this gateway has succeeded: what it may have changed is not answered from memory. */
  written(route: Route, session: Session | undefined): void
}

const BOARD_QUERY = /^(?:\?(?:limit=(?<limit>\d{1,3}))?&?(?:offset=(?<offset>\d{1,7}))?)?$/
const DEFAULT_LIMIT = 100
const LARGEST_LIMIT = 500

/** The page a request means; undefined where it is unusual, so that tipping says what is wrong with it. */
export const readPageRequest = ({
  segments,
  query,
}: Pick<RequestPath, 'segments' | 'query'>): PageRequest | undefined => {
  const id = segments[2] ?? ''
  const match = BOARD_QUERY.exec(query)
  if (!match || !/^[1-9]\d{0,9}$/.test(id) || Number(id) > MAX_ID) return undefined
  const limit = Number(match.groups?.limit ?? DEFAULT_LIMIT)
  const offset = Number(match.groups?.offset ?? 0)
  if (limit < 1 || limit > LARGEST_LIMIT) return undefined
  return { weekendId: Number(id), limit, offset }
}

type Answer = {
  parts(): readonly Buffer[]
  etag: string
  cacheControl: string
  headers: readonly string[]
}

const pageAnswer = ({ parts, etag, total, version }: BoardPageBytes): Answer => ({
  parts,
  etag,
  cacheControl: REVALIDATED,
  headers: [
    'content-type',
    'application/json; charset=utf-8',
    'x-total-count',
    String(total),
    'x-board-version',
    String(version),
  ],
})

const keptAnswer = ({ body, etag, contentType, cacheControl }: NonNullable<KeptReply>): Answer => ({
  parts: () => [body],
  etag,
  cacheControl,
  headers: ['content-type', contentType],
})

type Options = {
  boards: BoardReads
  weekends: WeekendReads
  /** Of every reply, as names and values in turn. */
  headers: readonly string[]
}

/**
 * Reads that many make at once, answered from this gateway's memory. Nobody reads what is older than their own write,
 * whichever gateway took it: administrators, who may have written anything and are few, past every copy; others with
 * their own row asked for anew while their browser says that it has just written.
 */
export const createHotReads = ({ boards, weekends, headers: always }: Options): HotReads => {
  /** Written as it is, past the framework's reply, in one piece: headers that are set one by one cost half the answer. */
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
    for (const part of parts.slice(0, -1)) raw.write(part)
    raw.end(parts.at(-1))
    return true
  }

  const noteWriter = ({ headers: { cookie } }: FastifyRequest, { userId }: Session): void => {
    if (saysItWrote(cookie)) boards.wrote(userId)
  }

  return {
    answerAtOnce(request, reply, { route, path, session }) {
      if (session.isAdmin) return false
      if (route.read === 'board') {
        noteWriter(request, session)
        const page = readPageRequest(path)
        const here = page && boards.peek(page, session.userId)
        return here !== undefined && send(request, reply, pageAnswer(here))
      }
      const here = path.query === '' ? weekends.peek(path.path) : undefined
      return here !== undefined && send(request, reply, keptAnswer(here))
    },
    async answer(request, reply, { route, path, session }) {
      if (route.read === 'board') {
        // The session may be new here, and this the first look at its request.
        noteWriter(request, session)
        const page = readPageRequest(path)
        const read = session.isAdmin ? boards.readAnew : boards.read
        return page !== undefined && send(request, reply, pageAnswer(await read(page, session.userId)))
      }
      const read = session.isAdmin ? weekends.readAnew : weekends.read
      const kept = path.query === '' ? await read(path.path) : undefined
      return kept !== undefined && send(request, reply, keptAnswer(kept))
    },
    written({ path, service }, session) {
      if (path.startsWith('/api/admin/') || service === 'weekends' || service === 'admin') {
        weekends.drop()
        boards.drop()
      }
      if (service === 'tipping' && session) boards.wrote(session.userId)
    },
  }
}
