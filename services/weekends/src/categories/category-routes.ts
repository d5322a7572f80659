import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import { categorySchema, createCategoryBody, patchCategoryBody } from '@purple-sector/contracts/weekends/http'
import { callerOf } from '@purple-sector/service-kit'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { WeekendsDependencies } from '../dependencies.ts'
import { categoryRepository } from './category-repository.ts'
import { changeCategory, createCategory, deleteCategory } from './manage-categories.ts'

const config = { access: 'admin' } as const

/** Routes of categories: every user lists them, administrators manage them. */
export const categoryRoutes =
  (dependencies: WeekendsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const create = createCategory(dependencies)
    const change = changeCategory(dependencies)
    const remove = deleteCategory(dependencies)

    app.get('/api/categories', { schema: { response: { 200: z.array(categorySchema), ...errorResponses } } }, () =>
      categoryRepository(dependencies.database).list(),
    )

    app.post(
      '/api/admin/categories',
      { config, schema: { body: createCategoryBody, response: { 201: categorySchema, ...errorResponses } } },
      async (request, reply) =>
        reply.code(201).send(await create(callerOf(request), request.body, idempotent(request))),
    )

    app.patch(
      '/api/admin/categories/:id',
      {
        config,
        schema: { params: idParams, body: patchCategoryBody, response: { 200: categorySchema, ...errorResponses } },
      },
      (request) => change(callerOf(request), request.params.id, request.body),
    )

    app.delete(
      '/api/admin/categories/:id',
      { config, schema: { params: idParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await remove(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
