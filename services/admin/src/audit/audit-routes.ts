import { auditEntrySchema, auditQuery } from '@purple-sector/contracts/admin/http'
import { errorResponses } from '@purple-sector/contracts/common'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RaceControlDependencies } from '../dependencies.ts'
import { auditLog } from './audit-log.ts'

const response = { 200: z.array(auditEntrySchema), ...errorResponses }

/** The log; who has just done something in the weekends service finds it here, though its event is on its way. */
export const auditRoutes =
  ({ database, weekends }: Pick<RaceControlDependencies, 'database' | 'weekends'>): FastifyPluginAsyncZod =>
  async (app) => {
    const log = auditLog(database)
    app.get(
      '/api/admin/audit',
      { config: { access: 'admin' }, schema: { querystring: auditQuery, response } },
      async ({ query }) => {
        if (query.before === undefined) await log.addMissing(await weekends.recentActs())
        return log.list(query)
      },
    )
  }
