import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply } from 'fastify'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { type LedgerQuery, readLedger } from './ledger-read-model.ts'

/**
 * Ledger routes: users read their own ledger, administrators any ledger. An award reveals no more of a tip than the
 * board does, so it is visible while other tips of the category are secret; tips that earned nothing are not in the
 * ledger.
 */
export const ledgerRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const lastChange = lastResultChange(database)
  const sendLedger = async (reply: FastifyReply, query: LedgerQuery) => {
    const awards = await readLedger(database, query)
    setLastChanged(reply, await lastChange.ofWeekends([query.weekendId]))
    return awards
  }

  registerRoute(app, tippingRoutes.listMyPoints, (request, reply) =>
    sendLedger(reply, { userId: callerOf(request).userId, weekendId: request.params.id, allGroups: false }),
  )

  registerRoute(app, tippingRoutes.listPointsAsAdministrator, ({ params: { id: weekendId, userId } }, reply) =>
    sendLedger(reply, { userId, weekendId, allGroups: true }),
  )
}
