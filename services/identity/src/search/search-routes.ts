import { errorResponses } from '@purple-sector/contracts/common'
import { foundUserSchema, userSearchQuery } from '@purple-sector/contracts/identity/http'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { findUsers } from './user-search.ts'

export const searchRoutes =
  (identity: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const find = findUsers(identity)
    const response = { 200: z.array(foundUserSchema), ...errorResponses }

    app.get('/api/users/search', { schema: { querystring: userSearchQuery, response } }, (request) =>
      find(callerOf(request).userId, request.query.q),
    )
  }
