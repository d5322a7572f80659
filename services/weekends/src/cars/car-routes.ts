import {
  errorResponses,
  idParams,
  idSchema,
  noContent,
  raceIdParams,
  weekendIdParams,
} from '@purple-sector/contracts/common'
import {
  addDriverBody,
  carSchema,
  carStatusBody,
  createCarBody,
  weekendFilterQuery,
} from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { actorOf } from '../audit/admin-action.ts'
import { creating } from '../creating-post.ts'
import { noSuchRace } from '../races/hold-race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { findWeekend } from '../weekends/hold-weekend.ts'
import { carRepository } from './car-repository.ts'
import { changeCarStatus, removeDriver, withdrawCar } from './change-cars.ts'
import { addDriver, enterCar } from './enter-car.ts'

const config = { access: 'admin' } as const
const listed = { 200: z.array(carSchema), ...errorResponses }
const created = { 201: carSchema, ...errorResponses }
const deleted = { 204: noContent, ...errorResponses }
const carIdParams = z.object({ carId: idSchema })
const driverParams = weekendIdParams.extend({ driverName: z.string().trim().min(1).max(100) })

/** The cars fans choose from, and how an administrator enters, changes and withdraws them. */
export const carRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    const create = creating(database)

    const list = async (weekendId?: number) => {
      if (weekendId !== undefined) await findWeekend(database, weekendId)
      return carRepository(database).list({ weekendId })
    }

    // All cars of the session's category: whichever session they were entered through (docs/rules.md, Cars).
    app.get('/api/cars/:raceId', { schema: { params: raceIdParams, response: listed } }, async ({ params }) => {
      const found = await raceRepository(database).find(params.raceId)
      if (!found) throw noSuchRace()
      const { weekendId, category } = found.race
      return carRepository(database).list({ weekendId, category, withdrawn: false })
    })

    app.get('/api/admin/cars', { config, schema: { querystring: weekendFilterQuery, response: listed } }, ({ query }) =>
      list(query.weekendId),
    )
    app.get(
      '/api/admin/cars/:weekendId',
      { config, schema: { params: weekendIdParams, response: listed } },
      ({ params }) => list(params.weekendId),
    )

    app.post(
      '/api/admin/cars',
      { config, schema: { body: createCarBody, response: created } },
      async (request, reply) => {
        const car = await create(request, (sql, actor) => enterCar(sql, actor, request.body))
        return reply.code(201).send(car)
      },
    )

    app.patch(
      '/api/admin/cars/:carId/status',
      { config, schema: { params: carIdParams, body: carStatusBody, response: { 200: carSchema, ...errorResponses } } },
      (request) => {
        const { params, body } = request
        return database.transaction((sql) => changeCarStatus(sql, actorOf(request), params.carId, body.status))
      },
    )

    app.delete(
      '/api/admin/cars/:id',
      { config, schema: { params: idParams, response: deleted } },
      async (request, reply) => {
        await database.transaction((sql) => withdrawCar(sql, actorOf(request), request.params.id))
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/admin/weekends/:weekendId/drivers',
      { config, schema: { params: weekendIdParams, body: addDriverBody, response: created } },
      async (request, reply) => {
        const { params, body } = request
        const car = await create(request, (sql, actor) => addDriver(sql, actor, params.weekendId, body))
        return reply.code(201).send(car)
      },
    )

    app.delete(
      '/api/admin/weekends/:weekendId/drivers/:driverName',
      { config, schema: { params: driverParams, response: deleted } },
      async (request, reply) => {
        const { weekendId, driverName } = request.params
        await database.transaction((sql) => removeDriver(sql, actorOf(request), weekendId, driverName))
        return reply.code(204).send(null)
      },
    )
  }
