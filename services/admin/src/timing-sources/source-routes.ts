import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import type { LatestTimings } from '../live-timing/latest-timings.ts'
import { noSuchSource, pickSession, removeSource, type SourceDependencies, setSource } from './manage-source.ts'
import { matchCars } from './match-cars.ts'
import { readFeed } from './read-feed.ts'
import { sourceAddressFault } from './source-address.ts'
import { sourceRepository, sourceSettingsOf } from './source-repository.ts'

type Options = SourceDependencies & {
  latestTimings: Pick<LatestTimings, 'latest'>
  /** Invalidates the cached cars and matches of a race. */
  invalidateEnteredCars(raceId: number): void
  allowPrivate: boolean
}

/** Routes of timing sources and their feed, for administrators. */
export const sourceRoutes = (options: Options) => async (app: App) => {
  const { database, allowPrivate } = options
  const sources = sourceRepository(database)
  const set = setSource(options)
  const remove = removeSource(options)
  const pick = pickSession(options)
  const match = matchCars(options)
  const feedOf = readFeed(options)

  registerRoute(app, adminRoutes.listTimingSources, ({ query }) => sources.ofWeekend(query.weekendId))

  registerRoute(app, adminRoutes.setTimingSource, async (request) => {
    const settings = sourceSettingsOf(request.body)
    const { kind, url } = settings
    const fault = kind === 'push' || url === null ? undefined : sourceAddressFault(kind, url, { allowPrivate })
    if (fault) throw badField('url', fault)
    return set(callerOf(request), request.params.raceId, settings)
  })

  registerRoute(app, adminRoutes.findTimingSource, async (request) => {
    const source = await sources.find(request.params.raceId)
    if (!source) throw noSuchSource()
    return source
  })

  registerRoute(app, adminRoutes.removeTimingSource, async (request, reply) => {
    await remove(callerOf(request), request.params.raceId)
    return reply.code(204).send(null)
  })

  registerRoute(app, adminRoutes.pickTimingSession, (request) =>
    pick(callerOf(request), request.params.raceId, request.body.code),
  )

  registerRoute(app, adminRoutes.readTimingFeed, (request) => feedOf(request.params.raceId))

  registerRoute(app, adminRoutes.matchCars, (request) =>
    match(callerOf(request), request.params.raceId, request.body.matches),
  )
}
