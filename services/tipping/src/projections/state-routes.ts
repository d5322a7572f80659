import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { takeStates } from './take-states.ts'
import { takeUser } from './take-user.ts'

/** What weekends and identity hand over. */
export const stateRoutes = (database: Database) => async (app: App) => {
  answer(app, calls.takeStates, takeStates({ database }))
  answer(app, calls.takeUser, takeUser({ database }))
}
