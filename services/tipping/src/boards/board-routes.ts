import type { boardQuery } from '@purple-sector/contracts/tipping/http'
import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { readProjectedLeaderboard } from '../projected/read-projected-leaderboard.ts'
import { groupStandings } from './group-standings.ts'
import { lastResultChange } from './last-result-change-sql.ts'
import { myStats } from './my-stats.ts'
import { readBoard } from './read-board.ts'

type Dependencies = { database: Database; readProjected: ReturnType<typeof readProjectedLeaderboard> }

/** Board routes for fans (docs/api/tipping.md). */
export const boardRoutes =
  ({ database, readProjected }: Dependencies) =>
  async (app: App) => {
    const readStored = readBoard({ database })
    const stats = myStats({ database })
    const standings = groupStandings({ database })
    const lastChange = lastResultChange(database)

    type SendOptions = { weekendId: number; groupId: number | null; query: z.infer<typeof boardQuery> }
    const sendLeaderboard = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { query, ...location }: SendOptions,
    ) => {
      const { projected: isProjected, ...page } = query
      const boardRequest = { ...location, page, ifNoneMatch: request.headers['if-none-match'] }
      const projectedPage = isProjected === 'true' ? await readProjected(callerOf(request), boardRequest) : undefined
      if (!projectedPage) return sendBoard(reply, await readStored(callerOf(request), boardRequest))
      reply.header('x-projected', projectedPage.snapshotId)
      return sendBoard(reply, projectedPage)
    }

    registerRoute(app, tippingRoutes.findWeekendLeaderboard, (request, reply) =>
      sendLeaderboard(request, reply, { weekendId: request.params.id, groupId: null, query: request.query }),
    )

    registerRoute(app, tippingRoutes.findMyStats, async (request, reply) => {
      const { id: weekendId } = request.params
      const body = await stats(callerOf(request), weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })

    registerRoute(app, tippingRoutes.findGroupLeaderboard, (request, reply) => {
      const { id: groupId, weekendId } = request.params
      return sendLeaderboard(request, reply, { weekendId, groupId, query: request.query })
    })

    registerRoute(app, tippingRoutes.listGroupStandings, async (request, reply) => {
      const { weekendId } = request.params
      const body = await standings(callerOf(request), weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })
  }
