import { Readable } from 'node:stream'
import { errorResponses, fileResponse, idParams, noContent } from '@purple-sector/contracts/common'
import { boardQuery } from '@purple-sector/contracts/tipping/http'
import { openBoardSchema } from '@purple-sector/contracts/tipping/open-data'
import { OPEN_DATA_AGE_S } from '@purple-sector/contracts/weekends/open-data'
import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import { matchesEtag } from '@purple-sector/service-kit/http/board-reply'
import { boardCsvs } from './board-csv.ts'
import { openBoardReadModel } from './open-board-read-model.ts'

const config = { access: 'public' } as const
const CACHE_CONTROL = `public, max-age=${OPEN_DATA_AGE_S}`

/** Public routes of the open competition's board, by display names alone. */
export const openDataRoutes = (database: Database) => async (app: App) => {
  const boards = openBoardReadModel(database)
  const csvs = boardCsvs(database)

  app.get(
    '/api/open/weekends/:id/leaderboard.json',
    {
      config,
      schema: { params: idParams, querystring: boardQuery, response: { 200: openBoardSchema, ...errorResponses } },
    },
    async ({ params, query: { limit, offset } }, reply) => {
      const { id, name, scopeId } = await boards.find(params.id)
      const { version, total, entries } = await boards.page(scopeId, { limit, offset })
      reply.header('cache-control', CACHE_CONTROL)
      return { weekend: { id, name }, version, total, limit, offset, entries }
    },
  )

  app.get(
    '/api/open/weekends/:id/leaderboard.csv',
    {
      config,
      schema: { params: idParams, response: { 200: fileResponse('text/csv'), 304: noContent, ...errorResponses } },
    },
    async ({ params, headers }, reply) => {
      const { id, scopeId } = await boards.find(params.id)
      const { tag, chunks } = await csvs.read(id, scopeId)
      reply.header('cache-control', CACHE_CONTROL).header('etag', tag)
      if (matchesEtag(headers['if-none-match'], tag)) return reply.code(304).send(null)
      return reply
        .header('content-disposition', `attachment; filename="leaderboard-${id}.csv"`)
        .type(CSV_CONTENT_TYPE)
        .send(Readable.from(chunks, { objectMode: false }))
    },
  )
}
