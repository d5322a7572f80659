import { findEngagementEntries, findEngagementPage, findPoll } from '@purple-sector/contracts/engagement/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { boardReadModel } from './points/board-read-model.ts'
import { pollReadModel } from './poll/poll-read-model.ts'

/** Internal routes for gateways, which cache the board and the poll. */
export const internalRoutes =
  ({ database }: { database: Database }) =>
  async (app: App) => {
    const polls = pollReadModel(database)
    registerInternalRoute(app, findPoll, ({ params: { weekendId } }) => polls.result(weekendId))
    registerInternalRoute(app, findEngagementPage, ({ params: { weekendId }, query }) =>
      boardReadModel(database, weekendId).page(query),
    )
    registerInternalRoute(app, findEngagementEntries, ({ params: { weekendId }, request: { userIds } }) =>
      boardReadModel(database, weekendId).entriesOf(userIds),
    )
  }
