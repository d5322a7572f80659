import { errorResponses, weekendIdParams } from '@purple-sector/contracts/common'
import { engagementEntrySchema, engagementStatsSchema } from '@purple-sector/contracts/engagement/http'
import { findEngagementEntries, findEngagementPage } from '@purple-sector/contracts/engagement/internal'
import { boardQuery } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerInternalRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { boardReadModel } from './board-read-model.ts'
import { readBoard } from './read-board.ts'

const page = { 200: z.array(engagementEntrySchema), 304: z.null(), ...errorResponses }

/** Registers the routes of the engagement board and of the caller's statistics; gateways cache the pages. */
export const boardRoutes = (database: Database) => async (app: App) => {
  const read = readBoard({ database })

  app.get(
    '/api/engagement/leaderboard/:weekendId',
    { schema: { params: weekendIdParams, querystring: boardQuery, response: page } },
    async (request, reply) => {
      const { weekendId } = request.params
      const board = { weekendId, page: request.query, ifNoneMatch: request.headers['if-none-match'] }
      return sendBoard(
        reply,
        await retryUntilReplicated(() => read(callerOf(request), board), callerOf(request).userId),
      )
    },
  )

  app.get(
    '/api/engagement/stats/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: engagementStatsSchema, ...errorResponses } } },
    async (request, reply) => {
      const { weekendId } = request.params
      await retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)
      const { changedAt, ...stats } = await boardReadModel(database, weekendId).statsOf(callerOf(request).userId)
      setLastChanged(reply, changedAt)
      return stats
    },
  )

  registerInternalRoute(app, findEngagementPage, ({ params: { weekendId }, query }) =>
    boardReadModel(database, weekendId).page(query),
  )
  registerInternalRoute(app, findEngagementEntries, ({ params: { weekendId }, request: { userIds } }) =>
    boardReadModel(database, weekendId).entriesOf(userIds),
  )
}
