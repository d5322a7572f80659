import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { findRace } from '../races/find-race.ts'
import { findWeekend } from '../weekends/lock-weekend.ts'
import { carRepository } from './car-repository.ts'
import { changeCar, changeCarStatus, removeDriver, withdrawCar } from './change-cars.ts'
import { addDriver, enterCar } from './enter-car.ts'

/** Routes of cars: signed-in users list them, administrators enter, change and withdraw them. */
export const carRoutes = (dependencies: WeekendsDependencies) => async (app: App) => {
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
  registerRoute(app, weekendsRoutes.listCars, async ({ params }, reply) => {
    const { weekendId, categoryId } = (await findRace(database, params.raceId)).race
    const cars = await carRepository(database).list({ weekendId, categoryId, withdrawn: false })
    setLastChanged(reply, await carRepository(database).statusChangedAt({ weekendId, categoryId }))
    return cars
  })

  registerRoute(app, weekendsRoutes.listCarsAsAdministrator, ({ query }) => list(query.weekendId))

  registerRoute(app, weekendsRoutes.listWeekendCarsAsAdministrator, ({ params }) => list(params.weekendId))

  registerRoute(app, weekendsRoutes.createCar, async (request, reply) =>
    reply.code(201).send(await enter(callerOf(request), request.body, withIdempotencyKey(request))),
  )

  registerRoute(app, weekendsRoutes.changeCar, (request) => change(callerOf(request), request.params.id, request.body))

  registerRoute(app, weekendsRoutes.changeCarStatus, (request) =>
    changeStatus(callerOf(request), request.params.carId, request.body.status),
  )

  registerRoute(app, weekendsRoutes.withdrawCar, async (request, reply) => {
    await withdraw(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })

  registerRoute(app, weekendsRoutes.addDriver, async (request, reply) => {
    const { params, body } = request
    return reply.code(201).send(await add(callerOf(request), params.weekendId, body, withIdempotencyKey(request)))
  })

  registerRoute(app, weekendsRoutes.removeDriver, async (request, reply) => {
    const { weekendId, driverName } = request.params
    await remove(callerOf(request), weekendId, driverName)
    return reply.code(204).send(null)
  })
}
