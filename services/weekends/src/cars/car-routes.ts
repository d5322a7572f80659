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
  patchCarBody,
  weekendFilterQuery,
} from '@purple-sector/contracts/weekends/http'
import { callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { WeekendsDependencies } from '../dependencies.ts'
import { findRace } from '../races/find-race.ts'
import { findWeekend } from '../weekends/lock-weekend.ts'
import { carRepository } from './car-repository.ts'
import { changeCar, changeCarStatus, removeDriver, withdrawCar } from './change-cars.ts'
import { addDriver, enterCar } from './enter-car.ts'

const config = { access: 'admin' } as const
const listReplies = { 200: z.array(carSchema), ...errorResponses }
const createReplies = { 201: carSchema, ...errorResponses }
const deleteReplies = { 204: noContent, ...errorResponses }
const carIdParams = z.object({ carId: idSchema })
const driverParams = weekendIdParams.extend({ driverName: z.string().trim().min(1).max(100) })

/** Routes of cars: signed-in users list them, administrators enter, change and withdraw them. */
export const carRoutes =
  (dependencies: WeekendsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const enter = enterCar(dependencies)
    const add = addDriver(dependencies)
    const change = changeCar(dependencies)
    const changeStatus = changeCarStatus(dependencies)
    const withdraw = withdrawCar(dependencies)
    const remove = removeDriver(dependencies)

    const list = async (weekendId?: number) => {
      if (weekendId !== undefined) await findWeekend(database, weekendId)
      return carRepository(database).list({ weekendId })
    }

    // All cars of the race's category, whichever race they were entered through (docs/rules.md, Cars).
    app.get(
      '/api/cars/:raceId',
      { schema: { params: raceIdParams, response: listReplies } },
      async ({ params }, reply) => {
        const { weekendId, categoryId } = (await findRace(database, params.raceId)).race
        const cars = await carRepository(database).list({ weekendId, categoryId, withdrawn: false })
        setLastChanged(reply, await carRepository(database).statusChangedAt({ weekendId, categoryId }))
        return cars
      },
    )

    app.get(
      '/api/admin/cars',
      { config, schema: { querystring: weekendFilterQuery, response: listReplies } },
      ({ query }) => list(query.weekendId),
    )
    app.get(
      '/api/admin/cars/:weekendId',
      { config, schema: { params: weekendIdParams, response: listReplies } },
      ({ params }) => list(params.weekendId),
    )

    app.post(
      '/api/admin/cars',
      { config, schema: { body: createCarBody, response: createReplies } },
      async (request, reply) => reply.code(201).send(await enter(callerOf(request), request.body, idempotent(request))),
    )

    app.patch(
      '/api/admin/cars/:id',
      { config, schema: { params: idParams, body: patchCarBody, response: { 200: carSchema, ...errorResponses } } },
      (request) => change(callerOf(request), request.params.id, request.body),
    )

    app.patch(
      '/api/admin/cars/:carId/status',
      { config, schema: { params: carIdParams, body: carStatusBody, response: { 200: carSchema, ...errorResponses } } },
      (request) => changeStatus(callerOf(request), request.params.carId, request.body.status),
    )

    app.delete(
      '/api/admin/cars/:id',
      { config, schema: { params: idParams, response: deleteReplies } },
      async (request, reply) => {
        await withdraw(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/admin/weekends/:weekendId/drivers',
      { config, schema: { params: weekendIdParams, body: addDriverBody, response: createReplies } },
      async (request, reply) => {
        const { params, body } = request
        return reply.code(201).send(await add(callerOf(request), params.weekendId, body, idempotent(request)))
      },
    )

    app.delete(
      '/api/admin/weekends/:weekendId/drivers/:driverName',
      { config, schema: { params: driverParams, response: deleteReplies } },
      async (request, reply) => {
        const { weekendId, driverName } = request.params
        await remove(callerOf(request), weekendId, driverName)
        return reply.code(204).send(null)
      },
    )
  }
