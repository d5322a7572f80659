import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { boardReadModel } from './board-read-model.ts'
import { readBoard } from './read-board.ts'

/** Registers the routes of the engagement board and of the caller's statistics; gateways cache the pages. */
export const boardRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const read = readBoard({ database })

  registerRoute(app, engagementRoutes.findEngagementLeaderboard, async (request, reply) => {
    const { weekendId } = request.params
    const board = { weekendId, page: request.query, ifNoneMatch: request.headers['if-none-match'] }
    return sendBoard(reply, await retryUntilReplicated(() => read(callerOf(request), board), callerOf(request).userId))
  })

  registerRoute(app, engagementRoutes.findEngagementStats, async (request, reply) => {
    const { weekendId } = request.params
    await retryUntilReplicated(() => requireWeekend(database, weekendId), callerOf(request).userId)
    const { changedAt, ...stats } = await boardReadModel(database, weekendId).statsOf(callerOf(request).userId)
    setLastChanged(reply, changedAt)
    return stats
  })
}
