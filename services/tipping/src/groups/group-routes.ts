import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { categoryStandingsSchema, raceProgressSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { lastRacingChange } from '../boards/last-racing-change.ts'
import { categoryStandings } from './category-standings.ts'
import { raceProgress } from './race-progress.ts'

/** Routes for the races and categories of a group, for its members (docs/contract.md, Tips and boards). */
export const groupRoutes = (database: Database) => async (app: App) => {
  const readProgress = raceProgress({ database })
  const lastChange = lastRacingChange(database)
  const readStandings = categoryStandings({ database })

  app.get(
    '/api/groups/:id/race-progress',
    { schema: { params: idParams, response: { 200: z.array(raceProgressSchema), ...errorResponses } } },
    async (request, reply) => {
      const { id: groupId } = request.params
      const body = await readProgress(callerOf(request), groupId)
      setLastChanged(reply, await lastChange.ofGroup(groupId))
      return body
    },
  )

  app.get(
    '/api/groups/:id/category-standings',
    { schema: { params: idParams, response: { 200: z.array(categoryStandingsSchema), ...errorResponses } } },
    async (request, reply) => {
      const { id: groupId } = request.params
      const body = await readStandings(callerOf(request), groupId)
      setLastChanged(reply, await lastChange.ofGroup(groupId))
      return body
    },
  )
}
