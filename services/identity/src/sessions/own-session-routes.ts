import { errorResponses, noContent } from '@purple-sector/contracts/common'
import { ownSessionParams, ownSessionSchema } from '@purple-sector/contracts/identity/http'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { endOwnSession, ownSessions } from './own-sessions.ts'

/** Routes of the caller's own sessions: list and end them. */
export const ownSessionRoutes =
  (identity: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const list = ownSessions(identity.database)
    const end = endOwnSession(identity)

    app.get(
      '/api/auth/sessions',
      { schema: { response: { 200: z.array(ownSessionSchema), ...errorResponses } } },
      (request) => list(callerOf(request)),
    )
    app.delete(
      '/api/auth/sessions/:id',
      { schema: { params: ownSessionParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        const caller = callerOf(request)
        await end(caller, request.params.id)
        if (request.params.id === caller.sessionId) reply.header('set-cookie', identity.cookies.clearedSession())
        return reply.code(204).send(null)
      },
    )
  }
