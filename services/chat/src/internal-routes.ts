import { countMessages, findRoom } from '@purple-sector/contracts/chat/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { countOfWeekend, heldByGateways } from './rooms/internal-read-model.ts'

/** What other services and gateways ask. */
export const internalRoutes = (database: Database) => async (app: App) => {
  answer(app, findRoom, ({ params }) => heldByGateways(database, params))
  answer(app, countMessages, async ({ params }) => ({ count: await countOfWeekend(database, params.id) }))
}
