import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import {
  inviteCodeParams,
  joinReply,
  memberParams,
  memberSchema,
  ownMembershipSchema,
} from '@purple-sector/contracts/groups/http'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupsDependencies } from '../dependencies.ts'
import { findGroup } from '../groups/group-read-model.ts'
import { approveMember, rejectMember } from './approve-member.ts'
import { joinBatches } from './join-batches.ts'
import { leaveGroup } from './leave-group.ts'
import { listMembers, membershipsOf } from './member-read-model.ts'

const noContentResponse = { 204: noContent, ...errorResponses }

/** Routes to join and leave groups, and to manage members. */
export const memberRoutes =
  (dependencies: GroupsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const join = joinBatches(dependencies)
    const leave = leaveGroup(dependencies)
    const approve = approveMember(dependencies)
    const reject = rejectMember(dependencies)

    app.get(
      '/api/groups/memberships',
      { schema: { response: { 200: z.array(ownMembershipSchema), ...errorResponses } } },
      (request) => membershipsOf(database, callerOf(request).userId),
    )

    app.post(
      '/api/groups/join/:inviteCode',
      { schema: { params: inviteCodeParams, response: { 200: joinReply, ...errorResponses } } },
      (request) => join(callerOf(request), request.params.inviteCode),
    )

    app.post(
      '/api/groups/:id/leave',
      { schema: { params: idParams, response: noContentResponse } },
      async (request, reply) => {
        await leave(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/groups/:id/members',
      { schema: { params: idParams, response: { 200: z.array(memberSchema), ...errorResponses } } },
      async (request) => {
        const group = await findGroup(database, request.params.id, callerOf(request).userId)
        return listMembers(database, group)
      },
    )

    app.post(
      '/api/groups/:id/approve/:userId',
      { schema: { params: memberParams, response: { 200: memberSchema, ...errorResponses } } },
      (request) => approve(callerOf(request), request.params),
    )

    app.post(
      '/api/groups/:id/reject/:userId',
      { schema: { params: memberParams, response: noContentResponse } },
      async (request, reply) => {
        await reject(callerOf(request), request.params)
        return reply.code(204).send(null)
      },
    )
  }
