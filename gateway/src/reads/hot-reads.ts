import { MAX_ID } from '@purple-sector/contracts/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestPath } from '../routing/request-path.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Route } from '../upstreams.ts'
import type { BoardPageBytes, BoardReads, PageRequest } from './board-reads.ts'
import { isNotModified, REVALIDATED } from './validators.ts'
import type { KeptReply, WeekendReads } from './weekend-reads.ts'

type Asked = { route: Route; path: RequestPath; session: Session }

export type HotReads = {
  /** Answers from memory; false, or a promise of it, where the service itself has to. */
  answer(request: FastifyRequest, reply: FastifyReply, asked: Asked): boolean | Promise<boolean>
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
  parts: readonly Buffer[]
  etag: string
  cacheControl: string
  headers: readonly [name: string, value: string | number][]
}

/** Written as it is, past the framework's reply: nothing of it has to be serialised or looked at. */
const send = (request: FastifyRequest, reply: FastifyReply, { parts, etag, cacheControl, headers }: Answer): true => {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of headers) raw.setHeader(name, value)
  raw.setHeader('etag', etag)
  raw.setHeader('cache-control', cacheControl)
  if (isNotModified(request.headers['if-none-match'], etag)) {
    raw.writeHead(304).end()
    return true
  }
  raw.setHeader(
    'content-length',
    parts.reduce((bytes, { length }) => bytes + length, 0),
  )
  raw.writeHead(200)
  for (const part of parts.slice(0, -1)) raw.write(part)
  raw.end(parts.at(-1))
  return true
}

const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, etag, total, version }: BoardPageBytes,
): true =>
  send(request, reply, {
    parts,
    etag,
    cacheControl: REVALIDATED,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['x-total-count', total],
      ['x-board-version', version],
    ],
  })

const sendKept = (
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, contentType, cacheControl }: NonNullable<KeptReply>,
): true => send(request, reply, { parts: [body], etag, cacheControl, headers: [['content-type', contentType]] })

/** Reads that many make at once, answered from this gateway's memory. */
export const createHotReads = (boards: BoardReads, weekends: WeekendReads): HotReads => ({
  answer(request, reply, { route, path, session }) {
    if (route.read === 'board') {
      const page = readPageRequest(path)
      if (!page) return false
      const here = boards.peek(page, session.userId)
      if (here) return sendPage(request, reply, here)
      return boards.read(page, session.userId).then((answer) => sendPage(request, reply, answer))
    }
    if (path.query !== '') return false
    const here = weekends.peek(path.path)
    if (here) return sendKept(request, reply, here)
    return weekends.read(path.path).then((kept) => kept !== undefined && sendKept(request, reply, kept))
  },
  written({ path, service }, session) {
    if (path.startsWith('/api/admin/') || service === 'weekends' || service === 'admin') {
      weekends.drop()
      boards.drop()
    }
    if (service === 'tipping' && session) boards.wrote(session.userId)
  },
})
