import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { compareFans } from './compare-fans.ts'

/** `/api/compare`: two fans side by side. */
export const compareRoutes = ({ database }: { database: Database }) => {
  const compare = compareFans({ database })
  return async (app: App) => {
    registerRoute(app, tippingRoutes.compareFans, async (request, reply) => {
      const { params, query } = request
      const { comparison, weekendIds } = await compare(callerOf(request), params.userId, query.seasonId)
      setLastChanged(reply, await lastResultChange(database).ofWeekends(weekendIds))
      return comparison
    })
  }
}
