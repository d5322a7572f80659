import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { categoryStandings } from './category-standings-read-model.ts'
import { raceProgress } from './race-progress-read-model.ts'

/** Routes for the races and categories of a group, for its members (docs/api/tipping.md). */
export const groupRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const readProgress = raceProgress({ database })
  const lastChange = lastResultChange(database)
  const readStandings = categoryStandings({ database })

  registerRoute(app, tippingRoutes.listRaceProgress, async (request, reply) => {
    const group = { groupId: request.params.id, weekendId: request.query.weekendId }
    const body = await readProgress(callerOf(request), group)
    setLastChanged(reply, await lastChange.ofGroup(group))
    return body
  })

  registerRoute(app, tippingRoutes.listCategoryStandings, async (request, reply) => {
    const group = { groupId: request.params.id, weekendId: request.query.weekendId }
    const body = await readStandings(callerOf(request), group)
    setLastChanged(reply, await lastChange.ofGroup(group))
    return body
  })
}
