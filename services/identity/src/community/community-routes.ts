import { errorResponses } from '@purple-sector/contracts/common'
import { communityQuery, teamUserSchema, tracksideUserSchema } from '@purple-sector/contracts/identity/http'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { communityReadModel } from './community-read-model.ts'

/** Routes of the users at the track, and of teams. */
export const communityRoutes =
  ({ database }: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const community = communityReadModel(database)
    const listSchema = <Shape extends z.ZodType>(shape: Shape) => ({
      querystring: communityQuery,
      response: { 200: z.array(shape), ...errorResponses },
    })

    app.get('/api/users/at-track', { schema: listSchema(tracksideUserSchema) }, ({ query: { weekendId } }) =>
      community.trackside(weekendId),
    )
    app.get('/api/users/teams', { schema: listSchema(teamUserSchema) }, ({ query: { weekendId } }) =>
      community.teams(weekendId),
    )
  }
