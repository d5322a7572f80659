import { currentSeason } from '@purple-sector/contracts/weekends/current-season'
import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { databaseTime } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { dayIn } from '@purple-sector/service-kit/data/zoned-days'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { changeSeason, createSeason, deleteSeason, setSeasonWeekends } from './manage-seasons.ts'
import { seasonNotFound, seasonReply } from './season.ts'
import { seasonRepository } from './season-repository.ts'

/** The version in `If-Match`, with or without quotes; undefined without the header. Throws 400 for anything else. */
export const versionOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  const version = /^"?(?<version>\d{1,10})"?$/.exec(header)?.groups?.version
  if (version === undefined) throw badField('If-Match', 'must be the version of the season')
  return Number(version)
}

/** Routes of seasons: every user reads them, administrators manage them. */
export const seasonRoutes = (dependencies: WeekendsDependencies) => async (app: App) => {
  const { database } = dependencies
  const create = createSeason(dependencies)
  const change = changeSeason(dependencies)
  const setWeekends = setSeasonWeekends(dependencies)
  const remove = deleteSeason(dependencies)

  registerRoute(app, weekendsRoutes.listSeasons, async () => (await seasonRepository(database).list()).map(seasonReply))

  registerRoute(app, weekendsRoutes.findCurrentSeason, async () => {
    const [seasons, weekends, now] = await Promise.all([
      seasonRepository(database).list(),
      weekendRepository(database).list(),
      databaseTime(database),
    ])
    const current = currentSeason(seasons, weekends, ({ timeZone }) => dayIn(timeZone, now))
    if (!current) throw notFound('NO_SEASON', 'There’s no season yet.')
    return seasonReply(current)
  })

  registerRoute(app, weekendsRoutes.findSeason, async ({ params }) => {
    const season = await seasonRepository(database).find(params.id)
    if (!season) throw seasonNotFound()
    return seasonReply(season)
  })

  registerRoute(app, weekendsRoutes.createSeason, async (request, reply) =>
    reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request))),
  )

  registerRoute(app, weekendsRoutes.changeSeason, (request) =>
    change(callerOf(request), request.params.id, request.body),
  )

  registerRoute(app, weekendsRoutes.setSeasonWeekends, (request) =>
    setWeekends(callerOf(request), request.params.id, {
      rounds: request.body,
      reason: request.query.reason,
      ifVersion: versionOf(request.headers['if-match']),
    }),
  )

  registerRoute(app, weekendsRoutes.deleteSeason, async (request, reply) => {
    await remove(callerOf(request), request.params.id, request.query.reason)
    return reply.code(204).send(null)
  })
}
