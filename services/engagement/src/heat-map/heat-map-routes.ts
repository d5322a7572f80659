import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { heatMapEntrySchema, heatMapQuery } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { awaitingEvents } from '@purple-sector/service-kit/calls/not-here-yet'
import { tellLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { z } from 'zod'
import { categoryMeant } from '../projections/category-projection.ts'
import { heatMapReadModel } from './heat-map-read-model.ts'
import { keptHeatMaps } from './kept-heat-maps.ts'

/** How the drivers of a weekend stand, of all categories or of one. */
export const heatMapRoutes = (database: Database) => async (app: App) => {
  const read = keptHeatMaps(heatMapReadModel(database))
  const response = { 200: z.array(heatMapEntrySchema), ...errorResponses }

  app.get(
    '/api/weekends/:id/heat-map',
    { schema: { params: idParams, querystring: heatMapQuery, response } },
    async (request, reply) => {
      const { id } = request.params
      const { category: spelling } = request.query
      const { entries, changedAt } = await awaitingEvents(() => read(id), callerOf(request).userId)
      tellLastChanged(reply, changedAt)
      if (!spelling) return entries
      const { id: meant } = await categoryMeant(database, spelling)
      return entries.filter(({ categoryId }) => categoryId === meant)
    },
  )
}
