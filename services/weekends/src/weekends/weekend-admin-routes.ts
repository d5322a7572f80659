import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { changeProductRaces } from './change-product-races.ts'
import { changeWeekend } from './change-weekend.ts'
import { createWeekend } from './create-weekend.ts'
import { deleteWeekend } from './delete-weekend.ts'
import { duplicateWeekend } from './duplicate-weekend.ts'
import { weekendReply } from './weekend.ts'
import type { Contents } from './weekend-contents.ts'
import { weekendRepository } from './weekend-repository.ts'

/** Admin routes of weekends. */
export const weekendAdminRoutes =
  (dependencies: WeekendsDependencies & { contentsOf: (weekendId: number) => Promise<Contents> }) =>
  async (app: App) => {
    const { database, contentsOf } = dependencies
    const create = createWeekend(dependencies)
    const change = changeWeekend(dependencies)
    const remove = deleteWeekend(dependencies)
    const duplicate = duplicateWeekend(dependencies)
    const chooseRaces = changeProductRaces(dependencies)

    registerRoute(app, weekendsRoutes.listWeekendsAsAdministrator, async () =>
      (await weekendRepository(database).list()).map(weekendReply),
    )

    registerRoute(app, weekendsRoutes.createWeekend, async (request, reply) =>
      reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request))),
    )

    registerRoute(app, weekendsRoutes.changeWeekend, (request) =>
      change(callerOf(request), request.params.id, request.body),
    )

    registerRoute(app, weekendsRoutes.deleteWeekend, async (request, reply) => {
      await remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    })

    registerRoute(app, weekendsRoutes.duplicateWeekend, async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await duplicate(callerOf(request), params.id, body, withIdempotencyKey(request)))
    })

    registerRoute(app, weekendsRoutes.changeProductRaces, (request) =>
      chooseRaces(callerOf(request), request.params.id, request.body.productRaceIds),
    )

    registerRoute(app, weekendsRoutes.countContents, ({ params }) => contentsOf(params.id))
  }
