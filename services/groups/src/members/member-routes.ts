import { errorResponses } from '@purple-sector/contracts/common'
import { inviteCodeParams, joinReply, ownMembershipSchema } from '@purple-sector/contracts/groups/http'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupsDependencies } from '../dependencies.ts'
import { joinGroup } from './join-group.ts'
import { membershipsOf } from './member-read-model.ts'

/** How people come into groups and leave them, and who is in one. */
export const memberRoutes =
  (dependencies: GroupsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const join = joinGroup(dependencies)

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
  }
