import { errorResponses, idParams, weekendIdParams } from '@purple-sector/contracts/common'
import { createGroupBody, groupSchema } from '@purple-sector/contracts/groups/http'
import { callerOf } from '@purple-sector/service-kit'
import { onceByKey } from '@purple-sector/service-kit/once'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupsDependencies } from '../dependencies.ts'
import { createGroup } from './create-group.ts'
import { findGroup, listGroups } from './group-read-model.ts'

const list = { 200: z.array(groupSchema), ...errorResponses }

/** What somebody makes and reads of groups of their own. */
export const groupRoutes =
  (dependencies: GroupsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const create = createGroup(dependencies)

    app.get('/api/groups', { schema: { response: list } }, (request) => listGroups(database, callerOf(request).userId))

    app.post(
      '/api/groups',
      { schema: { body: createGroupBody, response: { 201: groupSchema, ...errorResponses } } },
      async (request, reply) => reply.code(201).send(await create(callerOf(request), request.body, onceByKey(request))),
    )

    app.get('/api/groups/user/:weekendId', { schema: { params: weekendIdParams, response: list } }, (request) =>
      listGroups(database, callerOf(request).userId, { weekendId: request.params.weekendId }),
    )

    app.get(
      '/api/groups/:id',
      { schema: { params: idParams, response: { 200: groupSchema, ...errorResponses } } },
      (request) => findGroup(database, request.params.id, callerOf(request).userId),
    )
  }
