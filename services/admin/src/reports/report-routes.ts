import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import type { Database } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { type App, callerOf, registerRoute, type ServiceCalls } from '@purple-sector/service-kit'
import { noSuchReport, notReady } from './report.ts'
import { reportRepository } from './report-repository.ts'
import { requestReport } from './request-report.ts'

type Dependencies = { database: Database; calls: ServiceCalls; queue: Queue }

/** Routes of weekend reports: request, status and download. */
export const reportRoutes =
  ({ database, calls, queue }: Dependencies) =>
  async (app: App) => {
    const request = requestReport({ database, calls, queue })
    const reports = reportRepository(database)
    const find = async (id: number) => {
      const report = await reports.find(id)
      if (!report) throw noSuchReport()
      return report
    }

    registerRoute(app, adminRoutes.requestReport, async (httpRequest, reply) =>
      reply.code(202).send(await request(callerOf(httpRequest), httpRequest.params.weekendId)),
    )

    registerRoute(app, adminRoutes.listReports, ({ query }) => reports.list(query.weekendId))

    registerRoute(app, adminRoutes.findReport, ({ params }) => find(params.id))

    registerRoute(app, adminRoutes.downloadReport, async ({ params }, reply) => {
      const report = await find(params.id)
      const content = await reports.content(params.id)
      if (!content) throw notReady(report)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${report.filename}"`)
        .header('x-content-type-options', 'nosniff')
        .send(content)
    })
  }
