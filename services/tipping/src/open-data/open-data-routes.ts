import { Readable } from 'node:stream'
import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { OPEN_DATA_AGE_S } from '@purple-sector/contracts/weekends/open-data'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import { matchesEtag } from '@purple-sector/service-kit/http/board-reply'
import { boardCsvs } from './board-csv.ts'
import { openBoardReadModel } from './open-board-read-model.ts'
import { openSeasonReadModel } from './open-season-read-model.ts'
import { seasonCsvs } from './season-csv.ts'

const CACHE_CONTROL = `public, max-age=${OPEN_DATA_AGE_S}`

/** Public routes of the boards of open competitions, by display names alone. */
export const openDataRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const [boards, seasonBoards] = [openBoardReadModel(database), openSeasonReadModel(database)]
  const [csvs, seasonFiles] = [boardCsvs(database), seasonCsvs(database)]

  registerRoute(app, tippingRoutes.findOpenLeaderboard, async ({ params, query: { limit, offset } }, reply) => {
    const { id, name, scopeId } = await boards.find(params.id)
    const { version, total, entries } = await boards.page(scopeId, { limit, offset })
    reply.header('cache-control', CACHE_CONTROL)
    return { weekend: { id, name }, version, total, limit, offset, entries }
  })

  registerRoute(app, tippingRoutes.readOpenLeaderboardFile, async ({ params, headers }, reply) => {
    const { id, scopeId } = await boards.find(params.id)
    const { tag, chunks } = await csvs.read(id, scopeId)
    reply.header('cache-control', CACHE_CONTROL).header('etag', tag)
    if (matchesEtag(headers['if-none-match'], tag)) return reply.code(304).send(null)
    return reply
      .header('content-disposition', `attachment; filename="leaderboard-${id}.csv"`)
      .type(CSV_CONTENT_TYPE)
      .send(Readable.from(chunks, { objectMode: false }))
  })

  registerRoute(app, tippingRoutes.findOpenSeasonLeaderboard, async ({ params, query: { limit, offset } }, reply) => {
    const season = await seasonBoards.find(params.id)
    const { version, total, entries } = await seasonBoards.page(season, { limit, offset })
    reply.header('cache-control', CACHE_CONTROL)
    return { ...season, version, total, limit, offset, entries }
  })

  registerRoute(app, tippingRoutes.readOpenSeasonLeaderboardFile, async ({ params, headers }, reply) => {
    const { tag, chunks } = await seasonFiles.read(params.id)
    reply.header('cache-control', CACHE_CONTROL).header('etag', tag)
    if (matchesEtag(headers['if-none-match'], tag)) return reply.code(304).send(null)
    return reply
      .header('content-disposition', `attachment; filename="season-leaderboard-${params.id}.csv"`)
      .type(CSV_CONTENT_TYPE)
      .send(Readable.from(chunks, { objectMode: false }))
  })
}
