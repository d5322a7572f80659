import { idParams } from '@purple-sector/contracts/common'
import { weekendFilterQuery } from '@purple-sector/contracts/weekends/http'
import {
  carStateSchema,
  raceStateSchema,
  weekendListSchema,
  wholeWeekendSchema,
} from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { internalReadModel } from './internal-read-model.ts'

const config = { access: 'internal' } as const

/**
 * Asked by gateways at their start, when they have no copy yet, and by tipping and race control once before they call
 * a session or car unknown whose event may still be on its way.
 */
export const internalRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    const read = internalReadModel(database)
    app.get(
      '/internal/weekends',
      { config, schema: { hide: true, querystring: weekendFilterQuery, response: { 200: weekendListSchema } } },
      ({ query }) => read.list(query.weekendId),
    )
    app.get(
      '/internal/weekends/:id/state',
      { config, schema: { hide: true, params: idParams, response: { 200: wholeWeekendSchema } } },
      ({ params }) => read.weekend(params.id),
    )
    app.get(
      '/internal/races/:id',
      { config, schema: { hide: true, params: idParams, response: { 200: raceStateSchema } } },
      ({ params }) => read.race(params.id),
    )
    app.get(
      '/internal/cars/:id',
      { config, schema: { hide: true, params: idParams, response: { 200: carStateSchema } } },
      ({ params }) => read.car(params.id),
    )
  }
