import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { forbidden } from '@purple-sector/service-kit/errors'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyReply } from 'fastify'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { historyOf, performanceOf } from './performance.ts'
import { readStatistics } from './statistics-read-model.ts'

/** `/api/analytics/*`: statistics of the calling user over all weekends. */
export const statisticsRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const lastChange = lastResultChange(database)
  const readHistory = async (reply: FastifyReply, userId: string) => {
    const { weekends, tips } = await readStatistics(database, userId)
    setLastChanged(reply, await lastChange.ofWeekends(weekends.map(({ weekendId }) => weekendId)))
    return { history: historyOf(weekends, tips), tips }
  }

  registerRoute(app, tippingRoutes.findPerformance, async (request, reply) => {
    const { userId } = callerOf(request)
    const requestedUserId = request.query.userId ?? userId
    if (requestedUserId !== userId)
      throw forbidden('NOT_YOUR_ANALYTICS', 'Only the fan these figures are about can see them.')
    const { history, tips } = await readHistory(reply, requestedUserId)
    return performanceOf(history, tips)
  })

  registerRoute(
    app,
    tippingRoutes.listWeekendFigures,
    async (request, reply) => (await readHistory(reply, callerOf(request).userId)).history,
  )
}
