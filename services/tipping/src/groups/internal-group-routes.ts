import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { holdGroup, releaseGroup } from './hold-group.ts'
import { takeGroup } from './take-group.ts'

/** What groups hands over and asks. */
export const internalGroupRoutes = (database: Database) => async (app: App) => {
  answer(app, calls.takeGroup, takeGroup({ database }))
  answer(app, calls.holdGroup, holdGroup({ database }))
  answer(app, calls.releaseGroup, releaseGroup({ database }))
}
