import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import { readGroupSeasonLeaderboard, readOpenSeasonLeaderboard } from './read-season-leaderboard.ts'

/** Routes of season leaderboards for fans (docs/api/tipping.md). */
export const seasonLeaderboardRoutes =
  ({ database }: { database: Database }) =>
  async (app: App) => {
    const read = readOpenSeasonLeaderboard({ database })
    const readOfGroup = readGroupSeasonLeaderboard({ database })

    registerRoute(app, tippingRoutes.findSeasonLeaderboard, async (request, reply) => {
      const ifNoneMatch = request.headers['if-none-match']
      return sendBoard(reply, await read(callerOf(request), request.params.id, { page: request.query, ifNoneMatch }))
    })

    registerRoute(app, tippingRoutes.findGroupSeasonLeaderboard, async (request, reply) => {
      const ifNoneMatch = request.headers['if-none-match']
      const { id: groupId } = request.params
      return sendBoard(reply, await readOfGroup(callerOf(request), groupId, { page: request.query, ifNoneMatch }))
    })
  }
