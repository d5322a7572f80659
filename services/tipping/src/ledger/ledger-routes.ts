import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { ledgerEntrySchema, ledgerParams } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { lastRacingChange } from '../boards/last-racing-change.ts'
import { type LedgerQuery, readLedger } from './ledger-read-model.ts'

const response = { 200: z.array(ledgerEntrySchema), ...errorResponses }

/**
 * Ledger routes: users read their own ledger, administrators any ledger. An award reveals no more of a tip than the
 * board does, so it is visible while other tips of the category are secret; tips that earned nothing are not in the
 * ledger.
 */
export const ledgerRoutes = (database: Database) => async (app: App) => {
  const lastChange = lastRacingChange(database)
  const sendLedger = async (reply: FastifyReply, query: LedgerQuery) => {
    const awards = await readLedger(database, query)
    setLastChanged(reply, await lastChange.ofWeekends([query.weekendId]))
    return awards
  }

  app.get('/api/weekends/:id/my-points', { schema: { params: idParams, response } }, (request, reply) =>
    sendLedger(reply, { userId: callerOf(request).userId, weekendId: request.params.id, allGroups: false }),
  )

  app.get(
    '/api/admin/weekends/:id/points/:userId',
    { config: { access: 'admin' }, schema: { params: ledgerParams, response } },
    ({ params: { id: weekendId, userId } }, reply) => sendLedger(reply, { userId, weekendId, allGroups: true }),
  )
}
