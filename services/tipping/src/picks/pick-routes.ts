import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { picksSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { z } from 'zod'
import { readPicks } from './read-picks.ts'

/** What everybody picked, once it has locked (docs/contract.md, Tips and boards). */
export const pickRoutes = (database: Database) => async (app: App) => {
  const picks = readPicks({ database })
  const schema = { params: idParams, response: { 200: z.array(picksSchema), ...errorResponses } }

  app.get('/api/groups/:id/picks', { schema }, (request) => picks.ofGroup(callerOf(request), request.params.id))
  app.get('/api/weekends/:id/picks', { schema }, (request) => picks.ofWeekend(callerOf(request), request.params.id))
}
