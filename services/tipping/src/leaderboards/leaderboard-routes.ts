import type { boardQuery } from '@purple-sector/contracts/tipping/http'
import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { openCompetition, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { readLeaderboard } from './read-leaderboard.ts'

type Query = z.infer<typeof boardQuery>

/** Routes of leaderboards for fans (docs/api/tipping.md). */
export const leaderboardRoutes =
  ({ read }: { read: ReturnType<typeof readLeaderboard> }) =>
  async (app: App) => {
    const send = async (request: FastifyRequest, reply: FastifyReply, scope: WeekendScope, query: Query) => {
      const { projected, ...page } = query
      const view = projected === 'true' ? 'projected' : 'official'
      const ifNoneMatch = request.headers['if-none-match']
      const found = await read(callerOf(request), { scope, view, page, ifNoneMatch })
      if (found.snapshotId !== undefined) reply.header('x-projected', found.snapshotId)
      return sendBoard(reply, found)
    }

    registerRoute(app, tippingRoutes.findWeekendLeaderboard, (request, reply) =>
      send(request, reply, openCompetition(request.params.id), request.query),
    )

    registerRoute(app, tippingRoutes.findGroupLeaderboard, (request, reply) => {
      const { id: groupId, weekendId } = request.params
      return send(request, reply, { weekendId, groupId }, request.query)
    })
  }
