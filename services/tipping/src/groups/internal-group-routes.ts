import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { applyGroup } from './apply-group.ts'
import { holdGroup, releaseGroup } from './hold-group.ts'

/** Internal routes for groups. */
export const internalGroupRoutes = (database: Database) => async (app: App) => {
  registerInternalRoute(app, calls.applyGroup, applyGroup({ database }))
  registerInternalRoute(app, calls.holdGroup, holdGroup({ database }))
  registerInternalRoute(app, calls.releaseGroup, releaseGroup({ database }))
}
