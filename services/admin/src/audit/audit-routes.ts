import { auditEntrySchema, auditQuery } from '@purple-sector/contracts/admin/http'
import { errorResponses } from '@purple-sector/contracts/common'
import type { Database } from '@purple-sector/database'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditLog } from './audit-log.ts'

const response = { 200: z.array(auditEntrySchema), ...errorResponses }

export const auditRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/audit',
      { config: { access: 'admin' }, schema: { querystring: auditQuery, response } },
      ({ query }) => auditLog(database).list(query),
    )
  }
