import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { currentWeekend } from '@purple-sector/contracts/weekends/current-weekend'
import { raceSchema, weekendSchema } from '@purple-sector/contracts/weekends/http'
import { type Database, databaseTime } from '@purple-sector/database'
import { dayIn } from '@purple-sector/service-kit/data/zoned-days'
import { notFound } from '@purple-sector/service-kit/errors'
import { latestOf, setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nextRace } from '../races/next-race.ts'
import { raceReply } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { findWeekend } from './lock-weekend.ts'
import { isInFilter } from './product-races.ts'
import { weekendReply } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

const raceListSchema = { params: idParams, response: { 200: z.array(raceSchema), ...errorResponses } }

/** Routes of weekends and their races, for every signed-in user. */
export const weekendRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    /** Reads the races of a weekend and sets when any of them changed last. */
    const readRaces = async (weekendId: number, reply: FastifyReply) => {
      const races = await raceRepository(database).list({ weekendId })
      setLastChanged(reply, latestOf(races.map(({ race }) => race.resultChangedAt)))
      return races
    }

    app.get('/api/weekends', { schema: { response: { 200: z.array(weekendSchema), ...errorResponses } } }, async () =>
      (await weekendRepository(database).list()).map(weekendReply),
    )

    app.get('/api/weekends/current', { schema: { response: { 200: weekendSchema, ...errorResponses } } }, async () => {
      const weekends = await weekendRepository(database).list()
      const now = await databaseTime(database)
      const current = currentWeekend(weekends, ({ timeZone }) => dayIn(timeZone, now))
      if (!current) throw notFound('NO_WEEKEND', 'There’s no race weekend yet.')
      return weekendReply(current)
    })

    app.get(
      '/api/weekends/:id',
      { schema: { params: idParams, response: { 200: weekendSchema, ...errorResponses } } },
      async ({ params }) => weekendReply(await findWeekend(database, params.id)),
    )

    app.get('/api/weekends/:id/races', { schema: raceListSchema }, async ({ params }, reply) => {
      const weekend = await findWeekend(database, params.id)
      const races = await readRaces(weekend.id, reply)
      return races.map(({ race, now }) => raceReply(race, now))
    })

    app.get('/api/weekends/:id/purple-sector-races', { schema: raceListSchema }, async ({ params }, reply) => {
      const { id, productRaceIds } = await findWeekend(database, params.id)
      const races = await readRaces(id, reply)
      return races
        .filter(({ race }) => isInFilter(productRaceIds, race.id))
        .map(({ race, now }) => raceReply(race, now))
    })

    app.get(
      '/api/weekends/:id/next-race',
      { schema: { params: idParams, response: { 200: raceSchema.nullable(), ...errorResponses } } },
      async ({ params }, reply) => {
        const weekend = await findWeekend(database, params.id)
        const next = nextRace(await readRaces(weekend.id, reply))
        // Fastify sends an empty body for null; the client expects JSON.
        if (!next)
          return reply
            .type('application/json; charset=utf-8')
            .serializer(String)
            .send('null' as never)
        return raceReply(next.race, next.now)
      },
    )
  }
