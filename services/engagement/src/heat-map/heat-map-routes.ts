import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { resolveCategory } from '../projections/category-projection.ts'
import { heatMapReadModel } from './heat-map-read-model.ts'

/** A heat map; `changedAt` is when racing last changed it. */
type HeatMap = { entries: HeatMapEntry[]; changedAt: Date | null }

/** Cached weekends; almost all requests are for the current one. */
const MAX_CACHED = 20

/** Registers the route of the heat map of a weekend, for all categories or one. */
export const heatMapRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const heatMaps = heatMapReadModel(database)
  const cache = versionedCache<number, number, HeatMap>({ maxEntries: MAX_CACHED })
  /** Reads the version from the database each time, because another process may have raised it. */
  const read = async (id: number): Promise<HeatMap> =>
    cache.get(id, await heatMaps.version(id), async () => ({
      entries: await heatMaps.entries(id),
      changedAt: await heatMaps.changedAt(id),
    }))

  registerRoute(app, engagementRoutes.listHeatMap, async (request, reply) => {
    const { id } = request.params
    const { category: spelling } = request.query
    const { entries, changedAt } = await retryUntilReplicated(() => read(id), callerOf(request).userId)
    setLastChanged(reply, changedAt)
    if (!spelling) return entries
    const { id: requestedCategoryId } = await resolveCategory(database, spelling)
    return entries.filter(({ categoryId }) => categoryId === requestedCategoryId)
  })
}
