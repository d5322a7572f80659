import { reportSchema, reportsQuery } from '@purple-sector/contracts/admin/reports'
import { errorResponses, idParams, weekendIdParams } from '@purple-sector/contracts/common'
import type { Database } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { callerOf, type ServiceCalls } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { noSuchReport, notReady } from './report.ts'
import { reportRepository } from './report-repository.ts'
import { requestReport } from './request-report.ts'

const config = { access: 'admin' } as const
const fileResponse = {
  200: {
    description: 'The report',
    content: { 'application/pdf': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
  },
  ...errorResponses,
}

type Dependencies = { database: Database; calls: ServiceCalls; queue: Queue }

/** Routes of weekend reports: request, status and download. */
export const reportRoutes =
  ({ database, calls, queue }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const request = requestReport({ database, calls, queue })
    const reports = reportRepository(database)
    const find = async (id: number) => {
      const report = await reports.find(id)
      if (!report) throw noSuchReport()
      return report
    }

    app.post(
      '/api/admin/generate-pdf/:weekendId',
      { config, schema: { params: weekendIdParams, response: { 202: reportSchema, ...errorResponses } } },
      async (httpRequest, reply) =>
        reply.code(202).send(await request(callerOf(httpRequest), httpRequest.params.weekendId)),
    )

    app.get(
      '/api/admin/reports',
      { config, schema: { querystring: reportsQuery, response: { 200: z.array(reportSchema), ...errorResponses } } },
      ({ query }) => reports.list(query.weekendId),
    )

    app.get(
      '/api/admin/reports/:id',
      { config, schema: { params: idParams, response: { 200: reportSchema, ...errorResponses } } },
      ({ params }) => find(params.id),
    )

    app.get(
      '/api/admin/reports/:id/file',
      { config, schema: { params: idParams, response: fileResponse } },
      async ({ params }, reply) => {
        const report = await find(params.id)
        const content = await reports.content(params.id)
        if (!content) throw notReady(report)
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${report.filename}"`)
          .header('x-content-type-options', 'nosniff')
          .send(content)
      },
    )
  }
