import { errorResponses } from '@purple-sector/contracts/common'
import { categorySchema } from '@purple-sector/contracts/weekends/http'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { WeekendsDependencies } from '../dependencies.ts'
import { categoryRepository } from './category-repository.ts'

/** The categories everybody sees, and how an administrator manages them. */
export const categoryRoutes =
  ({ database }: WeekendsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/categories', { schema: { response: { 200: z.array(categorySchema), ...errorResponses } } }, () =>
      categoryRepository(database).list(),
    )
  }
