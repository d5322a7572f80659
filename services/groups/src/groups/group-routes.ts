import { errorResponses, idParams, noContent, weekendIdParams } from '@purple-sector/contracts/common'
import {
  createGroupBody,
  groupSchema,
  groupsOverviewSchema,
  patchGroupBody,
} from '@purple-sector/contracts/groups/http'
import { raceSchema } from '@purple-sector/contracts/weekends/http'
import { callerOf, isReplay } from '@purple-sector/service-kit'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupsDependencies } from '../dependencies.ts'
import { invitationsTo } from '../invitations/invitation-read-model.ts'
import { changeGroup } from './change-group.ts'
import { countingRaces } from './counting-races.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { findGroup, listGroups } from './group-read-model.ts'

const listResponse = { 200: z.array(groupSchema), ...errorResponses }
const groupResponse = { 200: groupSchema, ...errorResponses }

/** Routes to create, read and change the caller's groups. */
export const groupRoutes =
  (dependencies: GroupsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, changes } = dependencies
    const create = createGroup(dependencies)
    const change = changeGroup(dependencies)
    const remove = deleteGroup(dependencies)

    app.get('/api/groups', { schema: { response: listResponse } }, (request) =>
      listGroups(database, callerOf(request).userId),
    )

    app.post(
      '/api/groups',
      { schema: { body: createGroupBody, response: { 201: groupSchema, ...errorResponses } } },
      async (request, reply) => {
        if (!(await isReplay(database, request))) await changes.count(callerOf(request).userId)
        return reply.code(201).send(await create(callerOf(request), request.body, idempotent(request)))
      },
    )

    app.get('/api/groups/user/:weekendId', { schema: { params: weekendIdParams, response: listResponse } }, (request) =>
      listGroups(database, callerOf(request).userId, { weekendId: request.params.weekendId }),
    )

    app.get(
      '/api/groups/overview',
      { schema: { response: { 200: groupsOverviewSchema, ...errorResponses } } },
      async (request) => {
        const { userId } = callerOf(request)
        const [groups, invitations] = await Promise.all([listGroups(database, userId), invitationsTo(database, userId)])
        return { groups, invitations }
      },
    )

    app.get('/api/groups/:id', { schema: { params: idParams, response: groupResponse } }, (request) =>
      findGroup(database, request.params.id, callerOf(request).userId),
    )

    app.patch(
      '/api/groups/:id',
      { schema: { params: idParams, body: patchGroupBody, response: groupResponse } },
      async (request) => {
        await changes.count(callerOf(request).userId)
        return change(callerOf(request), request.params.id, request.body)
      },
    )

    app.delete(
      '/api/groups/:id',
      { schema: { params: idParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await changes.count(callerOf(request).userId)
        await remove(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/groups/:id/races',
      { schema: { params: idParams, response: { 200: z.array(raceSchema), ...errorResponses } } },
      async (request) =>
        countingRaces(database, await findGroup(database, request.params.id, callerOf(request).userId)),
    )
  }
