import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { findWeekend } from '../weekends/lock-weekend.ts'
import { changeRaceOf } from './change-race.ts'
import { createRace } from './create-race.ts'
import { deleteRaceOf } from './delete-race.ts'
import { raceReply } from './race.ts'
import { raceRepository } from './race-repository.ts'
import { reopenRaceOf } from './reopen-race.ts'

/** Admin routes of races. */
export const raceAdminRoutes = (dependencies: WeekendsDependencies) => async (app: App) => {
  const { database } = dependencies
  const create = createRace(dependencies)
  const change = changeRaceOf(dependencies)
  const reopen = reopenRaceOf(dependencies)
  const remove = deleteRaceOf(dependencies)

  const list = async (weekendId?: number) => {
    if (weekendId !== undefined) await findWeekend(database, weekendId)
    return (await raceRepository(database).list({ weekendId })).map(({ race, now }) => raceReply(race, now))
  }

  registerRoute(app, weekendsRoutes.listRacesAsAdministrator, ({ query }) => list(query.weekendId))

  registerRoute(app, weekendsRoutes.listWeekendRacesAsAdministrator, ({ params }) => list(params.weekendId))

  registerRoute(app, weekendsRoutes.createRace, async (request, reply) =>
    reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request))),
  )

  registerRoute(app, weekendsRoutes.changeRace, (request) => change(callerOf(request), request.params.id, request.body))

  registerRoute(app, weekendsRoutes.changeRaceStatus, (request) =>
    change(callerOf(request), request.params.id, request.body),
  )

  registerRoute(app, weekendsRoutes.reopenRace, (request) =>
    reopen(callerOf(request), request.params.id, new Date(request.body.scheduledTime)),
  )

  registerRoute(app, weekendsRoutes.deleteRace, async (request, reply) => {
    const isConfirmed = request.query.confirm === 'true'
    await remove(callerOf(request), request.params.id, { isConfirmed })
    return reply.code(204).send(null)
  })
}
