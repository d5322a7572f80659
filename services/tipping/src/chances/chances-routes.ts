import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { readWeekendChances } from './read-weekend-chances.ts'
import type { SeasonChances } from './season-chances.ts'
import { NO_CHANCES } from './weekend-competition.ts'

/** Routes of what the caller can still reach (docs/api/tipping.md). */
export const chancesRoutes =
  ({ database, seasons }: { database: Database; seasons: SeasonChances }) =>
  async (app: App) => {
    const chances = readWeekendChances({ database })
    const lastChange = lastResultChange(database)

    registerRoute(app, tippingRoutes.findWeekendChances, async (request, reply) => {
      const { id: weekendId } = request.params
      const body = await chances.ofWeekend(callerOf(request), weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })

    registerRoute(app, tippingRoutes.findSeasonChances, async (request, reply) => {
      const { userId } = callerOf(request)
      const { id: seasonId } = request.params
      const found = await seasons.of({ seasonId, groupId: null }, [userId])
      const weekendIds = await database('season_rounds').where({ season_id: seasonId }).pluck('weekend_id')
      setLastChanged(reply, await lastChange.ofWeekends(weekendIds))
      return found.get(userId) ?? NO_CHANCES
    })

    registerRoute(app, tippingRoutes.findGroupChances, async (request, reply) => {
      const { id: groupId, weekendId } = request.params
      const body = await chances.ofGroup(callerOf(request), groupId, weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })
  }
