import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { picksSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { lastRacing } from '../boards/last-racing.ts'
import { readPicks } from './read-picks.ts'

/** What everybody picked, once it has locked (docs/contract.md, Tips and boards). */
export const pickRoutes = (database: Database) => async (app: App) => {
  const picks = readPicks({ database })
  const racing = lastRacing(database)
  const schema = { params: idParams, response: { 200: z.array(picksSchema), ...errorResponses } }

  app.get('/api/groups/:id/picks', { schema }, async (request, reply) => {
    const told = await picks.ofGroup(callerOf(request), request.params.id)
    setLastChanged(reply, await racing.ofGroup(request.params.id))
    return told
  })

  app.get('/api/weekends/:id/picks', { schema }, async (request, reply) => {
    const told = await picks.ofWeekend(callerOf(request), request.params.id)
    setLastChanged(reply, await racing.ofWeekends([request.params.id]))
    return told
  })
}
