import { countMessages, findRoom } from '@purple-sector/contracts/chat/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { countOfWeekend, heldByGateways } from './rooms/internal-read-model.ts'

/** What other services and gateways ask. */
export const internalRoutes = (database: Database) => async (app: App) => {
  registerInternalRoute(app, findRoom, ({ params }) => heldByGateways(database, params))
  registerInternalRoute(app, countMessages, async ({ params }) => ({
    count: await countOfWeekend(database, params.id),
  }))
}
