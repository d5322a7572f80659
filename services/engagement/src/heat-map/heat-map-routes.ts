import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { type HeatMapEntry, heatMapEntrySchema, heatMapQuery } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { categoryMeant } from '../projections/category-projection.ts'
import { heatMapReadModel } from './heat-map-read-model.ts'

/** `changedAt` is when racing changed it last. */
type HeatMap = { entries: HeatMapEntry[]; changedAt: Date | null }

/** Weekends; hardly anybody looks at another than the one that is on. */
const MAX_CACHED = 20

/** How the drivers of a weekend stand, of all categories or of one. */
export const heatMapRoutes = (database: Database) => async (app: App) => {
  const source = heatMapReadModel(database)
  const cached = versionedCache<number, number, HeatMap>({ maxEntries: MAX_CACHED })
  /** The version is asked of the database each time: another process may have heard what raised it. */
  const read = async (id: number): Promise<HeatMap> =>
    cached.get(id, await source.version(id), async () => ({
      entries: await source.entries(id),
      changedAt: await source.changedAt(id),
    }))
  const response = { 200: z.array(heatMapEntrySchema), ...errorResponses }

  app.get(
    '/api/weekends/:id/heat-map',
    { schema: { params: idParams, querystring: heatMapQuery, response } },
    async (request, reply) => {
      const { id } = request.params
      const { category: spelling } = request.query
      const { entries, changedAt } = await retryUntilReplicated(() => read(id), callerOf(request).userId)
      setLastChanged(reply, changedAt)
      if (!spelling) return entries
      const { id: meant } = await categoryMeant(database, spelling)
      return entries.filter(({ categoryId }) => categoryId === meant)
    },
  )
}
