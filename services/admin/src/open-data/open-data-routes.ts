import { openResultsSchema } from '@purple-sector/contracts/admin/open-data'
import { errorResponses, fileResponse, idParams } from '@purple-sector/contracts/common'
import { OPEN_DATA_AGE_S } from '@purple-sector/contracts/weekends/open-data'
import type { Database } from '@purple-sector/database'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readOpenResults } from './open-results.ts'
import { resultsCsv } from './results-csv.ts'

const config = { access: 'public' } as const
const CACHE_CONTROL = `public, max-age=${OPEN_DATA_AGE_S}`

/** Routes of open data: results for other programs and pages. */
export const openDataRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    const read = readOpenResults(database)

    app.get(
      '/api/open/weekends/:id/results.json',
      { config, schema: { params: idParams, response: { 200: openResultsSchema, ...errorResponses } } },
      async ({ params }, reply) => {
        const results = await read(params.id)
        reply.header('cache-control', CACHE_CONTROL)
        return results
      },
    )

    app.get(
      '/api/open/weekends/:id/results.csv',
      { config, schema: { params: idParams, response: { 200: fileResponse('text/csv'), ...errorResponses } } },
      async ({ params }, reply) => {
        const { results } = await read(params.id)
        return reply
          .header('cache-control', CACHE_CONTROL)
          .header('content-disposition', `attachment; filename="results-${params.id}.csv"`)
          .type(CSV_CONTENT_TYPE)
          .send(resultsCsv(results))
      },
    )
  }
