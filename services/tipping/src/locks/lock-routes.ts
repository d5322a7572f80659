import { noContent, raceIdParams } from '@purple-sector/contracts/common'
import { settleSessionBody } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { z } from 'zod'
import { closeRace } from './close-race.ts'
import { settleRace } from './settle-race.ts'

/** What other services and gateways ask of the locks. */
export const lockRoutes = (database: Database) => async (app: App) => {
  const settle = settleRace({ database })

  answer(app, calls.closeRace, closeRace({ database }))

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

  answer(app, calls.readClock, async () => ({ now: (await databaseTime(database)).toISOString() }))
}
