import { errorResponses, idParams, idSchema, weekendIdParams } from '@purple-sector/contracts/common'
import { boardQuery, entrySchema, groupStandingSchema, myStatsSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { sendBoard } from '@purple-sector/service-kit/board-answer'
import { z } from 'zod'
import { groupStandings } from './group-standings.ts'
import { myStats } from './my-stats.ts'
import { readBoard } from './read-board.ts'

const page = { 200: z.array(entrySchema), 304: z.null(), ...errorResponses }

/** Boards as fans read them (docs/contract.md, Tips and boards). */
export const boardRoutes = (database: Database) => async (app: App) => {
  const read = readBoard({ database })
  const stats = myStats({ database })
  const standings = groupStandings({ database })

  app.get(
    '/api/weekends/:id/leaderboard',
    { schema: { params: idParams, querystring: boardQuery, response: page } },
    async (request, reply) => {
      const { id: weekendId } = request.params
      const known = request.headers['if-none-match']
      return sendBoard(reply, await read(callerOf(request), { weekendId, groupId: null, page: request.query, known }))
    },
  )

  app.get(
    '/api/weekends/:id/my-stats',
    { schema: { params: idParams, response: { 200: myStatsSchema, ...errorResponses } } },
    (request) => stats(callerOf(request), request.params.id),
  )

  app.get(
    '/api/groups/:id/leaderboard/:weekendId',
    { schema: { params: z.object({ id: idSchema, weekendId: idSchema }), querystring: boardQuery, response: page } },
    async (request, reply) => {
      const { id: groupId, weekendId } = request.params
      const known = request.headers['if-none-match']
      return sendBoard(reply, await read(callerOf(request), { weekendId, groupId, page: request.query, known }))
    },
  )

  app.get(
    '/api/groups/leaderboards/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: z.array(groupStandingSchema), ...errorResponses } } },
    (request) => standings(callerOf(request), request.params.weekendId),
  )
}
