import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { OPEN_DATA_AGE_S } from '@purple-sector/contracts/weekends/open-data'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { CSV_CONTENT_TYPE } from '@purple-sector/service-kit/data/csv'
import { readOpenResults } from './open-result-read-model.ts'
import { resultsCsv } from './results-csv.ts'

const CACHE_CONTROL = `public, max-age=${OPEN_DATA_AGE_S}`

/** Routes of open data: results for other programs and pages. */
export const openDataRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const read = readOpenResults(database)

  registerRoute(app, adminRoutes.readOpenResults, async ({ params }, reply) => {
    const results = await read(params.id)
    reply.header('cache-control', CACHE_CONTROL)
    return results
  })

  registerRoute(app, adminRoutes.downloadOpenResults, async ({ params }, reply) => {
    const { results } = await read(params.id)
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('content-disposition', `attachment; filename="results-${params.id}.csv"`)
      .type(CSV_CONTENT_TYPE)
      .send(resultsCsv(results))
  })
}
