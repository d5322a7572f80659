import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { applyUser } from './apply-user.ts'
import { syncStates } from './sync-states.ts'

/** Internal routes for states that weekends and identity push. */
export const stateRoutes = (database: Database) => async (app: App) => {
  registerInternalRoute(app, calls.syncStates, syncStates({ database }))
  registerInternalRoute(app, calls.applyUser, applyUser({ database }))
}
