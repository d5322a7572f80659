import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { categoryRepository } from './category-repository.ts'
import { changeCategory, createCategory, deleteCategory } from './manage-categories.ts'

/** Routes of categories: every user lists them, administrators manage them. */
export const categoryRoutes = (dependencies: WeekendsDependencies) => async (app: App) => {
  const create = createCategory(dependencies)
  const change = changeCategory(dependencies)
  const remove = deleteCategory(dependencies)

  registerRoute(app, weekendsRoutes.listCategories, () => categoryRepository(dependencies.database).list())

  registerRoute(app, weekendsRoutes.createCategory, async (request, reply) =>
    reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request))),
  )

  registerRoute(app, weekendsRoutes.changeCategory, (request) =>
    change(callerOf(request), request.params.id, request.body),
  )

  registerRoute(app, weekendsRoutes.deleteCategory, async (request, reply) => {
    await remove(callerOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
