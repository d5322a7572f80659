import {
  moderatedMessageSchema,
  moderationQuery,
  muteBody,
  mutedUserParams,
  muteSchema,
} from '@purple-sector/contracts/chat/http'
import { errorResponses, noContent } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ChatDependencies } from '../dependencies.ts'
import { moderatedMessages } from './moderation-read-model.ts'
import { liftMute, mutePerson } from './mute-person.ts'
import { muteRepository } from './mute-repository.ts'

const config = { access: 'admin' } as const

/** What administrators see and do in all rooms. */
export const moderationRoutes =
  ({ database }: Pick<ChatDependencies, 'database'>): FastifyPluginAsyncZod =>
  async (app) => {
    const mute = mutePerson({ database })
    const lift = liftMute({ database })

    app.get(
      '/api/admin/chat/messages',
      {
        config,
        schema: { querystring: moderationQuery, response: { 200: z.array(moderatedMessageSchema), ...errorResponses } },
      },
      ({ query }) => moderatedMessages(database, query),
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
  }
