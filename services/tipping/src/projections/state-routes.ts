import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { syncStates } from './take-states.ts'
import { applyUser } from './take-user.ts'

/** What weekends and identity hand over. */
export const stateRoutes = (database: Database) => async (app: App) => {
  registerInternalRoute(app, calls.syncStates, syncStates({ database }))
  registerInternalRoute(app, calls.applyUser, applyUser({ database }))
}
