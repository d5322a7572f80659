import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import type { AdminDependencies } from '../dependencies.ts'
import { auditCsv } from './audit-csv.ts'
import { auditLog } from './audit-log-repository.ts'

/**
 * Routes of the audit log.
 * A read fetches the latest actions from weekends first, because their events may not have arrived yet.
 */
export const auditRoutes =
  ({ database, weekends }: Pick<AdminDependencies, 'database' | 'weekends'>) =>
  async (app: App) => {
    const log = auditLog(database)

    registerRoute(app, adminRoutes.listAuditEntries, async ({ query }) => {
      if (query.before === undefined) await log.addMissing(await weekends.recentAdminActions())
      return log.list(query, query)
    })

    registerRoute(app, adminRoutes.downloadAuditLog, async ({ query }, reply) => {
      await log.addMissing(await weekends.recentAdminActions())
      return reply
        .type(CSV_CONTENT_TYPE)
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(await auditCsv(log, query))
    })
  }
