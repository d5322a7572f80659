import { noContent, raceIdParams } from '@purple-sector/contracts/common'
import { closeSessionBody, sessionLockReply, settleSessionBody } from '@purple-sector/contracts/tipping/http'
import { clockReply } from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { closeRace } from './close-race.ts'
import { isLockedForGood } from './is-locked-for-good.ts'

/** Who asks for a closing waits 2 s (docs/rules.md, Sessions): half of that is left for the closing itself. */
const ASK_TIMEOUT_MS = 1_000

/**
 * `/internal/sessions/{raceId}/close`: weekends and race control ask it before a status, a result or a first snapshot
 * becomes visible, so that no tip is accepted after fans can see that the race is closed (docs/rules.md, Sessions).
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
      const { weekendId, attempt } = request.body
      // The rules in force when it locks decide, and an administrator may have saved them a moment ago: their event can
      // still be on its way. Where weekends cannot be asked, what is known decides.
      if (!(await isLockedForGood(database, raceId)))
        await askWeekends(weekendId, ASK_TIMEOUT_MS).catch((error: unknown) => {
          request.log.warn({ err: error, raceId }, 'a race is closed without asking weekends first')
        })
      const locksAt = await database.transaction((sql) => closeRace(sql, raceId, weekendId, attempt))
      if (!locksAt) throw notFound('RACE_NOT_FOUND', 'There is no such session.')
      return { raceId, locksAt: locksAt.toISOString() }
    },
  )

  // Race control tells that an attempt failed: it is asked about it now instead of 10 s after the closing.
  app.post(
    '/internal/sessions/:raceId/settle',
    {
      schema: { params: raceIdParams, body: settleSessionBody, response: { 204: noContent }, hide: true },
      config: { access: 'internal' },
    },
    async (request, reply) => {
      const { attempt } = request.body
      await database('provisional_locks')
        .where({ attempt })
        .update({ due_at: database.raw('clock_timestamp()') })
      return reply.code(204).send(null)
    },
  )

  // So that a gateway whose clock is wrong shows deadlines as they are.
  app.get(
    '/internal/clock',
    { schema: { response: { 200: clockReply }, hide: true }, config: { access: 'internal' } },
    async () => ({ now: (await databaseTime(database)).toISOString() }),
  )
}
