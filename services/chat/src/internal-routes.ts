import { countMessages, findRoom } from '@purple-sector/contracts/chat/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { countMessagesOfWeekend, readRoomForGateways } from './rooms/internal-read-model.ts'

/** Registers the internal routes for other services and gateways. */
export const internalRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  registerInternalRoute(app, findRoom, ({ params }) => readRoomForGateways(database, params))
  registerInternalRoute(app, countMessages, async ({ params }) => ({
    count: await countMessagesOfWeekend(database, params.id),
  }))
}
