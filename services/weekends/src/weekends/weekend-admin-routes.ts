import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import {
  contentsSchema,
  createWeekendBody,
  duplicateWeekendBody,
  patchWeekendBody,
  productRacesBody,
  weekendSchema,
} from '@purple-sector/contracts/weekends/http'
import { callerOf } from '@purple-sector/service-kit'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { WeekendsDependencies } from '../dependencies.ts'
import { changeProductRaces } from './change-product-races.ts'
import { changeWeekend } from './change-weekend.ts'
import { createWeekend } from './create-weekend.ts'
import { deleteWeekend } from './delete-weekend.ts'
import { duplicateWeekend } from './duplicate-weekend.ts'
import { weekendReply } from './weekend.ts'
import type { Contents } from './weekend-contents.ts'
import { weekendRepository } from './weekend-repository.ts'

const config = { access: 'admin' } as const
const createReplies = { 201: weekendSchema, ...errorResponses }
const changeReplies = { 200: weekendSchema, ...errorResponses }
const deleteReplies = { 204: noContent, ...errorResponses }

/** Admin routes of weekends. */
export const weekendAdminRoutes =
  (dependencies: WeekendsDependencies, contentsOf: (weekendId: number) => Promise<Contents>): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const create = createWeekend(dependencies)
    const change = changeWeekend(dependencies)
    const remove = deleteWeekend(dependencies)
    const duplicate = duplicateWeekend(dependencies)
    const chooseRaces = changeProductRaces(dependencies)

    app.get(
      '/api/admin/weekends',
      { config, schema: { response: { 200: z.array(weekendSchema), ...errorResponses } } },
      async () => (await weekendRepository(database).list()).map(weekendReply),
    )

    app.post(
      '/api/admin/weekends',
      { config, schema: { body: createWeekendBody, response: createReplies } },
      async (request, reply) =>
        reply.code(201).send(await create(callerOf(request), request.body, idempotent(request))),
    )

    app.patch(
      '/api/admin/weekends/:id',
      { config, schema: { params: idParams, body: patchWeekendBody, response: changeReplies } },
      (request) => change(callerOf(request), request.params.id, request.body),
    )

    app.delete(
      '/api/admin/weekends/:id',
      { config, schema: { params: idParams, response: deleteReplies } },
      async (request, reply) => {
        await remove(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/admin/weekends/:id/duplicate',
      { config, schema: { params: idParams, body: duplicateWeekendBody, response: createReplies } },
      async (request, reply) => {
        const { params, body } = request
        return reply.code(201).send(await duplicate(callerOf(request), params.id, body, idempotent(request)))
      },
    )

    app.patch(
      '/api/admin/weekends/:id/purple-sector-races',
      { config, schema: { params: idParams, body: productRacesBody, response: changeReplies } },
      (request) => chooseRaces(callerOf(request), request.params.id, request.body.productRaceIds),
    )

    app.get(
      '/api/admin/weekends/:id/contents',
      { config, schema: { params: idParams, response: { 200: contentsSchema, ...errorResponses } } },
      ({ params }) => contentsOf(params.id),
    )
  }
