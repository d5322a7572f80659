import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { readPicks } from './read-picks.ts'

/** Routes for all picks after the lock (docs/api/tipping.md). */
export const pickRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const picks = readPicks({ database })
  const lastChange = lastResultChange(database)

  registerRoute(app, tippingRoutes.listGroupPicks, async (request, reply) => {
    const group = { groupId: request.params.id, weekendId: request.query.weekendId }
    const body = await picks.ofGroup(callerOf(request), group)
    setLastChanged(reply, await lastChange.ofGroup(group))
    return body
  })

  registerRoute(app, tippingRoutes.listWeekendPicks, async (request, reply) => {
    const body = await picks.ofWeekend(callerOf(request), request.params.id)
    setLastChanged(reply, await lastChange.ofWeekends([request.params.id]))
    return body
  })
}
