import { currentWeekend } from '@purple-sector/contracts/weekends/current-weekend'
import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type Database, databaseTime } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { dayIn } from '@purple-sector/service-kit/data/zoned-days'
import { notFound } from '@purple-sector/service-kit/errors'
import { latestOf, setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply } from 'fastify'
import { nextRace } from '../races/next-race.ts'
import { raceReply } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { findWeekend } from './lock-weekend.ts'
import { isInFilter } from './product-races.ts'
import { weekendReply } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

/** Routes of weekends and their races, for every signed-in user. */
export const weekendRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  /** Reads the races of a weekend and sets when any of them changed last. */
  const readRaces = async (weekendId: number, reply: FastifyReply) => {
    const races = await raceRepository(database).list({ weekendId })
    setLastChanged(reply, latestOf(races.map(({ race }) => race.resultChangedAt)))
    return races
  }

  registerRoute(app, weekendsRoutes.listWeekends, async () =>
    (await weekendRepository(database).list()).map(weekendReply),
  )

  registerRoute(app, weekendsRoutes.findCurrentWeekend, async () => {
    const weekends = await weekendRepository(database).list()
    const now = await databaseTime(database)
    const current = currentWeekend(weekends, ({ timeZone }) => dayIn(timeZone, now))
    if (!current) throw notFound('NO_WEEKEND', 'There’s no race weekend yet.')
    return weekendReply(current)
  })

  registerRoute(app, weekendsRoutes.findWeekend, async ({ params }) =>
    weekendReply(await findWeekend(database, params.id)),
  )

  registerRoute(app, weekendsRoutes.listRaces, async ({ params }, reply) => {
    const weekend = await findWeekend(database, params.id)
    const races = await readRaces(weekend.id, reply)
    return races.map(({ race, now }) => raceReply(race, now))
  })

  registerRoute(app, weekendsRoutes.listProductRaces, async ({ params }, reply) => {
    const { id, productRaceIds } = await findWeekend(database, params.id)
    const races = await readRaces(id, reply)
    return races.filter(({ race }) => isInFilter(productRaceIds, race.id)).map(({ race, now }) => raceReply(race, now))
  })

  registerRoute(app, weekendsRoutes.findNextRace, async ({ params }, reply) => {
    const weekend = await findWeekend(database, params.id)
    const next = nextRace(await readRaces(weekend.id, reply))
    // Fastify sends an empty body for null; the client expects JSON.
    if (!next)
      return reply
        .type('application/json; charset=utf-8')
        .serializer(String)
        .send('null' as never)
    return raceReply(next.race, next.now)
  })
}
