import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import {
  contentsSchema,
  createWeekendBody,
  duplicateWeekendBody,
  patchWeekendBody,
  productRacesBody,
  weekendSchema,
} from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Tipping } from '../ask-tipping.ts'
import { actorOf } from '../audit/admin-action.ts'
import { creating } from '../creating-post.ts'
import { changeProductRaces, changeWeekend } from './change-weekend.ts'
import { createWeekend } from './create-weekend.ts'
import { deleteWeekend } from './delete-weekend.ts'
import { duplicateWeekend } from './duplicate-weekend.ts'
import { weekendReply } from './weekend.ts'
import type { Contents } from './weekend-contents.ts'
import { weekendRepository } from './weekend-repository.ts'

const config = { access: 'admin' } as const
const created = { 201: weekendSchema, ...errorResponses }
const changed = { 200: weekendSchema, ...errorResponses }
const deleted = { 204: noContent, ...errorResponses }

/** How an administrator sets weekends up. */
export const weekendAdminRoutes =
  (
    database: Database,
    tipping: Pick<Tipping, 'catchUp'>,
    contentsOf: (weekendId: number) => Promise<Contents>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const create = creating(database)

    app.get(
      '/api/admin/weekends',
      { config, schema: { response: { 200: z.array(weekendSchema), ...errorResponses } } },
      async () => (await weekendRepository(database).list()).map(weekendReply),
    )

    app.post(
      '/api/admin/weekends',
      { config, schema: { body: createWeekendBody, response: created } },
      async (request, reply) => {
        const weekend = await create(request, (sql, actor) => createWeekend(sql, actor, request.body))
        return reply.code(201).send(weekend)
      },
    )

    app.patch(
      '/api/admin/weekends/:id',
      { config, schema: { params: idParams, body: patchWeekendBody, response: changed } },
      (request) => database.transaction((sql) => changeWeekend(sql, actorOf(request), request.params.id, request.body)),
    )

    app.delete(
      '/api/admin/weekends/:id',
      { config, schema: { params: idParams, response: deleted } },
      async (request, reply) => {
        await database.transaction((sql) => deleteWeekend(sql, actorOf(request), request.params.id))
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/admin/weekends/:id/duplicate',
      { config, schema: { params: idParams, body: duplicateWeekendBody, response: created } },
      async (request, reply) => {
        const { params, body } = request
        const copy = await create(request, (sql, actor) => duplicateWeekend(sql, actor, params.id, body))
        return reply.code(201).send(copy)
      },
    )

    app.patch(
      '/api/admin/weekends/:id/purple-sector-races',
      { config, schema: { params: idParams, body: productRacesBody, response: changed } },
      async (request) => {
        const weekend = await database.transaction((sql) =>
          changeProductRaces(sql, actorOf(request), request.params.id, request.body.productRaceIds),
        )
        await tipping.catchUp(weekend.id)
        return weekend
      },
    )

    app.get(
      '/api/admin/weekends/:id/contents',
      { config, schema: { params: idParams, response: { 200: contentsSchema, ...errorResponses } } },
      ({ params }) => contentsOf(params.id),
    )
  }
