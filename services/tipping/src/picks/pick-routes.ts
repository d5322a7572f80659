import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { picksSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { lastRacingChange } from '../boards/last-racing-change.ts'
import { readPicks } from './read-picks.ts'

/** Routes for all picks after the lock (docs/contract.md, Tips and boards). */
export const pickRoutes = (database: Database) => async (app: App) => {
  const picks = readPicks({ database })
  const lastChange = lastRacingChange(database)
  const schema = { params: idParams, response: { 200: z.array(picksSchema), ...errorResponses } }

  app.get('/api/groups/:id/picks', { schema }, async (request, reply) => {
    const body = await picks.ofGroup(callerOf(request), request.params.id)
    setLastChanged(reply, await lastChange.ofGroup(request.params.id))
    return body
  })

  app.get('/api/weekends/:id/picks', { schema }, async (request, reply) => {
    const body = await picks.ofWeekend(callerOf(request), request.params.id)
    setLastChanged(reply, await lastChange.ofWeekends([request.params.id]))
    return body
  })
}
