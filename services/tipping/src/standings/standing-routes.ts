import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { groupStandings } from './group-standings.ts'
import { myStats } from './my-stats.ts'

/** Routes of a fan's own standings (docs/api/tipping.md). */
export const standingRoutes =
  ({ database }: { database: Database }) =>
  async (app: App) => {
    const stats = myStats({ database })
    const standings = groupStandings({ database })
    const lastChange = lastResultChange(database)

    registerRoute(app, tippingRoutes.findMyStats, async (request, reply) => {
      const { id: weekendId } = request.params
      const body = await stats(callerOf(request), weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })

    registerRoute(app, tippingRoutes.listGroupStandings, async (request, reply) => {
      const { weekendId } = request.params
      const body = await standings(callerOf(request), weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })
  }
