import { findProjectedLeaderboards } from '@purple-sector/contracts/tipping/internal'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import type { ProjectedLeaderboards } from './projected-leaderboards.ts'

/** Internal routes for gateways while a race is running. */
export const internalProjectedRoutes = (boards: ProjectedLeaderboards) => async (app: App) => {
  registerInternalRoute(app, findProjectedLeaderboards, (request) => boards.findTops(request))
}
