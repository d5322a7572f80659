import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { playJoker, takeBackJoker } from '../jokers/play-joker.ts'
import { findOwnGroupSeason } from '../seasons/group-season-sql.ts'
import type { ReadOwnSeason } from './read-own-season.ts'

/** Routes of a fan's own season and jokers (docs/api/tipping.md). */
export const ownSeasonRoutes =
  ({ database, read }: { database: Database; read: ReadOwnSeason }) =>
  async (app: App) => {
    const play = playJoker({ database })
    const takeBack = takeBackJoker({ database })

    registerRoute(app, tippingRoutes.findOwnSeason, async (request, reply) => {
      const { season, changedAt } = await read(callerOf(request), openSeason(request.params.id))
      setLastChanged(reply, changedAt)
      return season
    })

    registerRoute(app, tippingRoutes.findOwnSeasonInGroup, async (request, reply) => {
      const [caller, { id: groupId }] = [callerOf(request), request.params]
      const { seasonId } = await findOwnGroupSeason(database, caller, groupId)
      const { season, changedAt } = await read(caller, { seasonId, groupId })
      setLastChanged(reply, changedAt)
      return season
    })

    registerRoute(app, tippingRoutes.playJoker, async (request, reply) => {
      const [caller, { id: seasonId }] = [callerOf(request), request.params]
      await play(caller, seasonId, request.body)
      const { season, changedAt } = await read(caller, openSeason(seasonId))
      setLastChanged(reply, changedAt)
      return season
    })

    registerRoute(app, tippingRoutes.takeBackJoker, async (request, reply) => {
      await takeBack(callerOf(request), request.params.id, request.query.weekendId)
      return reply.code(204).send(null)
    })
  }
