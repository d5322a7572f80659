import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { closeNow } from './close-now.ts'
import { lockStates } from './lock-read-model.ts'

type CloseRace = ParsedCall<typeof calls.closeRace>

/**
 * Closes a race before a status, a result or a first snapshot becomes visible.
 *
 * Called by weekends and race control, so that no tip is accepted after fans can see that the race is closed
 * (docs/rules.md, Races). The filter saved last decides for which boards the race counts: weekends pushed it before it
 * answered the administrator (`sync-states.ts`).
 */
export const closeRace =
  ({ database }: { database: Database }) =>
  async ({ params: { raceId }, request }: CloseRace): Promise<CallAnswer<typeof calls.closeRace>> => {
    const { weekendId, ...options } = request
    const [lock] = await database.transaction(async (sql) => {
      const locksAt = await closeNow(sql, raceId, weekendId, options)
      return locksAt === undefined ? [] : lockStates(sql, [raceId])
    })
    if (!lock) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return lock
  }
