import { auditEntrySchema, auditFilterQuery, auditQuery } from '@purple-sector/contracts/admin/http'
import { errorResponses } from '@purple-sector/contracts/common'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RaceControlDependencies } from '../dependencies.ts'
import { auditCsv } from './audit-csv.ts'
import { auditLog } from './audit-log.ts'

const config = { access: 'admin' } as const
const response = { 200: z.array(auditEntrySchema), ...errorResponses }
const csvResponse = {
  200: { description: 'The lines as CSV', content: { 'text/csv': { schema: z.unknown().meta({ type: 'string' }) } } },
  ...errorResponses,
}

/**
 * Routes of the audit log.
 * A read fetches the latest actions from weekends first, because their events may not have arrived yet.
 */
export const auditRoutes =
  ({ database, weekends }: Pick<RaceControlDependencies, 'database' | 'weekends'>): FastifyPluginAsyncZod =>
  async (app) => {
    const log = auditLog(database)

    app.get('/api/admin/audit', { config, schema: { querystring: auditQuery, response } }, async ({ query }) => {
      if (query.before === undefined) await log.addMissing(await weekends.recentAdminActions())
      return log.list(query, query)
    })

    app.get(
      '/api/admin/audit.csv',
      { config, schema: { querystring: auditFilterQuery, response: csvResponse } },
      async ({ query }, reply) => {
        await log.addMissing(await weekends.recentAdminActions())
        return reply
          .type(CSV_CONTENT_TYPE)
          .header('content-disposition', 'attachment; filename="audit-log.csv"')
          .send(await auditCsv(log, query))
      },
    )
  }
