import { errorResponses, idParams, idSchema, weekendIdParams } from '@purple-sector/contracts/common'
import {
  boardQuery,
  groupStandingSchema,
  myStatsSchema,
  provisionalEntrySchema,
} from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { sendBoard } from '@purple-sector/service-kit/http/board-reply'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { readProjectedLeaderboard } from '../projected/read-projected-leaderboard.ts'
import { groupStandings } from './group-standings.ts'
import { lastRacingChange } from './last-racing-change.ts'
import { myStats } from './my-stats.ts'
import { readBoard } from './read-board.ts'

/** Only rows of a projected board have a `gain`. */
const page = { 200: z.array(provisionalEntrySchema.partial({ gain: true })), 304: z.null(), ...errorResponses }

type Dependencies = { database: Database; readProjected: ReturnType<typeof readProjectedLeaderboard> }

/** Board routes for fans (docs/contract.md, Tips and boards). */
export const boardRoutes =
  ({ database, readProjected }: Dependencies) =>
  async (app: App) => {
    const readStored = readBoard({ database })
    const stats = myStats({ database })
    const standings = groupStandings({ database })
    const lastChange = lastRacingChange(database)

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

    app.get(
      '/api/weekends/:id/leaderboard',
      { schema: { params: idParams, querystring: boardQuery, response: page } },
      (request, reply) =>
        sendLeaderboard(request, reply, { weekendId: request.params.id, groupId: null, query: request.query }),
    )

    app.get(
      '/api/weekends/:id/my-stats',
      { schema: { params: idParams, response: { 200: myStatsSchema, ...errorResponses } } },
      async (request, reply) => {
        const { id: weekendId } = request.params
        const body = await stats(callerOf(request), weekendId)
        setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
        return body
      },
    )

    app.get(
      '/api/groups/:id/leaderboard/:weekendId',
      { schema: { params: z.object({ id: idSchema, weekendId: idSchema }), querystring: boardQuery, response: page } },
      (request, reply) => {
        const { id: groupId, weekendId } = request.params
        return sendLeaderboard(request, reply, { weekendId, groupId, query: request.query })
      },
    )

    app.get(
      '/api/groups/leaderboards/:weekendId',
      { schema: { params: weekendIdParams, response: { 200: z.array(groupStandingSchema), ...errorResponses } } },
      async (request, reply) => {
        const { weekendId } = request.params
        const body = await standings(callerOf(request), weekendId)
        setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
        return body
      },
    )
  }
