import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { openSeason, type SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { findOwnGroupSeason } from '../seasons/group-season-sql.ts'
import { weekendsOfSeason } from '../seasons/season-repository.ts'
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

    const inSeason = async (userId: string, competition: SeasonScope): Promise<{ body: Chances; at: Date | null }> => {
      const found = await seasons.of(competition, [userId])
      const weekendIds = await weekendsOfSeason(database, competition.seasonId)
      return { body: found.get(userId) ?? NO_CHANCES, at: await lastChange.ofWeekends(weekendIds) }
    }

    registerRoute(app, tippingRoutes.findSeasonChances, async (request, reply) => {
      const { body, at } = await inSeason(callerOf(request).userId, openSeason(request.params.id))
      setLastChanged(reply, at)
      return body
    })

    registerRoute(app, tippingRoutes.findGroupSeasonChances, async (request, reply) => {
      const [caller, { id: groupId }] = [callerOf(request), request.params]
      const { seasonId } = await findOwnGroupSeason(database, caller, groupId)
      const { body, at } = await inSeason(caller.userId, { seasonId, groupId })
      setLastChanged(reply, at)
      return body
    })

    registerRoute(app, tippingRoutes.findGroupChances, async (request, reply) => {
      const { id: groupId, weekendId } = request.params
      const body = await chances.ofGroup(callerOf(request), groupId, weekendId)
      setLastChanged(reply, await lastChange.ofWeekends([weekendId]))
      return body
    })
  }
