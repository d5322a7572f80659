import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { findOwnGroupSeason } from '../seasons/group-season-sql.ts'
import { readWeekendChances } from './read-weekend-chances.ts'
import type { SeasonChances } from './season-chances.ts'

/** Routes of what the caller can still reach (docs/api/tipping.md). */
export const chancesRoutes =
  ({ database, seasons }: { database: Database; seasons: SeasonChances }) =>
  async (app: App) => {
    const chances = readWeekendChances({ database })

    registerRoute(app, tippingRoutes.findWeekendChances, async (request, reply) => {
      const { id: weekendId } = request.params
      const found = await chances.ofWeekend(callerOf(request), weekendId)
      setLastChanged(reply, found.changedAt)
      return found.chances
    })

    registerRoute(app, tippingRoutes.findSeasonChances, async (request, reply) => {
      const found = await seasons.ofUser(openSeason(request.params.id), callerOf(request).userId)
      setLastChanged(reply, found.changedAt)
      return found.chances
    })

    registerRoute(app, tippingRoutes.findGroupSeasonChances, async (request, reply) => {
      const [caller, { id: groupId }] = [callerOf(request), request.params]
      const { seasonId } = await findOwnGroupSeason(database, caller, groupId)
      const found = await seasons.ofUser({ seasonId, groupId }, caller.userId)
      setLastChanged(reply, found.changedAt)
      return found.chances
    })

    registerRoute(app, tippingRoutes.findGroupChances, async (request, reply) => {
      const { id: groupId, weekendId } = request.params
      const found = await chances.ofGroup(callerOf(request), groupId, weekendId)
      setLastChanged(reply, found.changedAt)
      return found.chances
    })
  }
