import { noContent, raceIdParams } from '@purple-sector/contracts/common'
import { settleSessionBody } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { z } from 'zod'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { closeRace } from './close-race.ts'
import { isLockedForGood } from './is-locked-for-good.ts'
import { settleRace } from './settle-race.ts'

/** Who asks for a closing waits 2 s (docs/rules.md, Sessions): half of that is left for the closing itself. */
const ASK_TIMEOUT_MS = 1_000

/** What other services ask of the locks. */
export const lockRoutes = (database: Database, askWeekends: AskWeekends) => async (app: App) => {
  const close = closeRace({ database })
  const settle = settleRace({ database })

  answer(app, calls.closeRace, async (call, { log }) => {
    const { raceId } = call.params
    // The rules in force when it locks decide, and an administrator may have saved them a moment ago: their event can
    // still be on its way. Where weekends cannot be asked, what is known decides.
    if (!(await isLockedForGood(database, raceId)))
      await askWeekends(call.request.weekendId, ASK_TIMEOUT_MS).catch((error: unknown) => {
        log.warn({ err: error, raceId }, 'a race is closed without asking weekends first')
      })
    return close(call)
  })

  // Race control tells what became of attempts, or that one failed: then it is asked about it at once.
  app.post(
    calls.settleRace.path,
    {
      schema: {
        params: raceIdParams,
        body: z.union([calls.settleRace.request, settleSessionBody]),
        response: { 200: calls.settleRace.reply, 204: noContent },
        hide: true,
      },
      config: { access: 'internal' },
    },
    async ({ params, body }, reply) => {
      if ('attempts' in body) return settle({ params, request: body })
      await database('provisional_locks')
        .where({ attempt: body.attempt })
        .update({ due_at: database.raw('clock_timestamp()') })
      return reply.code(204).send(null)
    },
  )

  // So that a gateway whose clock is wrong shows deadlines as they are.
  answer(app, calls.readClock, async () => ({ now: (await databaseTime(database)).toISOString() }))
}
