import { raceIdParams } from '@purple-sector/contracts/common'
import { closeSessionBody, sessionLockReply } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { closeSession } from './close-session.ts'

/**
 * `/internal/sessions/{raceId}/close`: weekends and race control ask it before a status, a result or a first snapshot
 * becomes visible, so that no tip is accepted after fans can see that the session is closed (rules, Sessions).
 */
export const lockRoutes = (database: Database, askWeekends: AskWeekends) => async (app: App) => {
  app.post(
    '/internal/sessions/:raceId/close',
    {
      schema: { params: raceIdParams, body: closeSessionBody, response: { 200: sessionLockReply }, hide: true },
      config: { access: 'internal' },
    },
    async (request) => {
      const { raceId } = request.params
      const { weekendId } = request.body
      const close = () => database.transaction((sql) => closeSession(sql, raceId, weekendId))
      const locksAt = (await close()) ?? ((await askWeekends(weekendId)) ? await close() : undefined)
      if (!locksAt) throw notFound('RACE_NOT_FOUND', 'There is no such session.')
      return { raceId, locksAt: locksAt.toISOString() }
    },
  )
}
