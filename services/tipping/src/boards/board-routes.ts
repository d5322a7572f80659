import { errorResponses, idParams, idSchema, weekendIdParams } from '@purple-sector/contracts/common'
import { boardQuery, entrySchema, groupStandingSchema, myStatsSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { namesTag, pageTag, withOwn } from './board-page.ts'
import { type Board, type BoardPage, boardReadModel } from './board-read-model.ts'
import { groupStandings, isMember } from './group-standings.ts'
import { myStats } from './my-stats.ts'

type Page = z.infer<typeof boardQuery>
const NO_BOARD: BoardPage = { version: 0, total: 0, newcomers: 0, own: null, entries: [] }
const entries = { 200: z.array(entrySchema), 304: z.null(), ...errorResponses }

const boardPage = async (database: Database, board: Board | undefined, request: FastifyRequest, page: Page) => {
  if (!board) return { content: NO_BOARD, tag: '"0"', isKnown: false }
  const boards = boardReadModel(database)
  const viewer = callerOf(request).userId
  const asked = request.headers['if-none-match']
  if (asked !== undefined) {
    const head = await boards.head(board, viewer)
    const tag = pageTag(board, page, head)
    if (namesTag(asked, tag)) return { content: head, tag, isKnown: true }
  }
  const content = await boards.page(board, { ...page, viewer })
  return { content, tag: pageTag(board, page, content), isKnown: false }
}

/** Boards as fans read them (docs/contract.md, Tips and boards). */
export const boardRoutes = (database: Database) => async (app: App) => {
  const boards = boardReadModel(database)

  const send = async (board: Board | undefined, request: FastifyRequest, reply: FastifyReply, page: Page) => {
    const { content, tag, isKnown } = await boardPage(database, board, request, page)
    reply.headers({
      etag: tag,
      'cache-control': 'private, no-cache',
      'x-total-count': content.total,
      'x-board-version': content.version,
    })
    return isKnown ? reply.code(304).send() : reply.send(withOwn(content.entries, content.own))
  }

  app.get(
    '/api/weekends/:id/leaderboard',
    { schema: { params: idParams, querystring: boardQuery, response: entries } },
    async (request, reply) => send(await boards.findOpen(request.params.id), request, reply, request.query),
  )

  app.get(
    '/api/weekends/:id/my-stats',
    { schema: { params: idParams, response: { 200: myStatsSchema, ...errorResponses } } },
    (request) => myStats(database, callerOf(request).userId, request.params.id),
  )

  app.get(
    '/api/groups/:id/leaderboard/:weekendId',
    {
      schema: { params: z.object({ id: idSchema, weekendId: idSchema }), querystring: boardQuery, response: entries },
    },
    async (request, reply) => {
      const { id, weekendId } = request.params
      if (!(await isMember(database, callerOf(request).userId, id)))
        throw notFound('GROUP_NOT_FOUND', 'There is no such group.')
      return send(await boards.findGroup(weekendId, id), request, reply, request.query)
    },
  )

  app.get(
    '/api/groups/leaderboards/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: z.array(groupStandingSchema), ...errorResponses } } },
    (request) => groupStandings(database, callerOf(request).userId, request.params.weekendId),
  )
}
