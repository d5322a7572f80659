import {
  chatPeopleQuery,
  chatPersonSchema,
  deleteMessageBody,
  groupDeletionSchema,
  moderatedMessageParams,
  moderatedMessageSchema,
  moderatedRoomParams,
  moderationQuery,
  muteBody,
  mutedUserParams,
  muteSchema,
  slowModeBody,
  slowModeReply,
} from '@purple-sector/contracts/chat/http'
import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ChatDependencies } from '../dependencies.ts'
import { deleteAsAdministrator } from './delete-as-administrator.ts'
import { assertGroupAdmin, groupDeletions } from './group-deletions.ts'
import { moderatedMessages } from './moderation-read-model.ts'
import { liftMute, mutePerson } from './mute-person.ts'
import { muteRepository } from './mute-repository.ts'
import { listPeople } from './people-read-model.ts'
import { setSlowMode } from './set-slow-mode.ts'

const config = { access: 'admin' } as const

/** Registers the moderation routes of administrators, and the deletion log of group admins. */
export const moderationRoutes =
  ({ database, authorizeRoom }: Pick<ChatDependencies, 'database' | 'authorizeRoom'>): FastifyPluginAsyncZod =>
  async (app) => {
    const remove = deleteAsAdministrator({ database })
    const mute = mutePerson({ database })
    const lift = liftMute({ database })
    const slowDown = setSlowMode({ database })

    app.get(
      '/api/admin/chat/messages',
      {
        config,
        schema: { querystring: moderationQuery, response: { 200: z.array(moderatedMessageSchema), ...errorResponses } },
      },
      ({ query }) => moderatedMessages(database, query),
    )

    app.delete(
      '/api/admin/chat/:type/:messageId',
      {
        config,
        schema: {
          params: moderatedMessageParams,
          body: deleteMessageBody,
          response: { 204: noContent, ...errorResponses },
        },
      },
      async (request, reply) => {
        await remove(callerOf(request), { ...request.params, ...request.body })
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/api/admin/chat/people',
      {
        config,
        schema: { querystring: chatPeopleQuery, response: { 200: z.array(chatPersonSchema), ...errorResponses } },
      },
      ({ query }) => listPeople(database, query.ids),
    )

    app.get(
      '/api/admin/chat/mutes',
      { config, schema: { response: { 200: z.array(muteSchema), ...errorResponses } } },
      () => muteRepository(database).list(),
    )

    app.put(
      '/api/admin/chat/mutes/:userId',
      { config, schema: { params: mutedUserParams, body: muteBody, response: { 200: muteSchema, ...errorResponses } } },
      (request) => mute(callerOf(request), request.params.userId, request.body),
    )

    app.delete(
      '/api/admin/chat/mutes/:userId',
      { config, schema: { params: mutedUserParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await lift(callerOf(request), request.params.userId)
        return reply.code(204).send(null)
      },
    )

    app.put(
      '/api/admin/chat/rooms/:type/:id',
      {
        config,
        schema: {
          params: moderatedRoomParams,
          body: slowModeBody,
          response: { 200: slowModeReply, ...errorResponses },
        },
      },
      (request) => slowDown(callerOf(request), request.params, request.body.slowModeSeconds),
    )

    app.get(
      '/api/groups/:id/chat/deletions',
      { schema: { params: idParams, response: { 200: z.array(groupDeletionSchema), ...errorResponses } } },
      async (request) => {
        const { userId } = callerOf(request)
        const { id } = request.params
        await retryUntilReplicated(async () => {
          await authorizeRoom({ type: 'group', id }, userId)
          await assertGroupAdmin(database, id, userId)
        })
        return groupDeletions(database, id)
      },
    )
  }
