import { noContent, weekendIdParams } from '@purple-sector/contracts/common'
import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { AskWeekends } from './ask-weekends.ts'
import { takeStates } from './take-states.ts'

/** Who asks waits 2 s at most. */
const ASK_TIMEOUT_MS = 1_500

/**
 * `/internal/weekends/{weekendId}/catch-up`: weekends asks it once it has committed what moves a deadline or the
 * filter, before it answers the administrator. So the new deadline holds even while the event is still on its way.
 */
export const catchUpRoutes = (database: Database, askWeekends: AskWeekends) => async (app: App) => {
  answer(app, calls.takeStates, takeStates({ database }))

  app.post(
    '/internal/weekends/:weekendId/catch-up',
    { schema: { params: weekendIdParams, response: { 204: noContent }, hide: true }, config: { access: 'internal' } },
    async (request, reply) => {
      const { weekendId } = request.params
      if (!(await askWeekends(weekendId, ASK_TIMEOUT_MS)))
        throw notFound('WEEKEND_NOT_FOUND', 'There is no such weekend.')
      return reply.code(204).send(null)
    },
  )
}
