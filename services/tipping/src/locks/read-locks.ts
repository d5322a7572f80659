import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import { weekendSubject } from '@purple-sector/contracts/event'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime, lockSubject } from '@purple-sector/database'
import { syncStates } from '../projections/sync-states.ts'
import { lockStates } from './lock-read-model.ts'

type ReadLocks = ParsedCall<typeof calls.readLocks>

/**
 * Applies the weekend's states as weekends has them, so that the present filter is dated before the next one, and
 * returns the locks of its races with the database's time of the read. The clock is read under the weekend's shared
 * lock, as for a tip: an earlier close has committed, and a later one gets a later moment.
 */
export const readLocks =
  ({ database }: { database: Database }) =>
  async ({ params: { weekendId }, request }: ReadLocks): Promise<CallAnswer<typeof calls.readLocks>> => {
    await syncStates({ database })({ request: { ...request, categories: [], cars: [] } })
    return database.transaction(async (sql) => {
      await lockSubject(sql, 'shared', weekendSubject(weekendId))
      const now = (await databaseTime(sql)).toISOString()
      const raceIds = request.races.map(({ data }) => data.id)
      return { now, locks: await lockStates(sql, raceIds) }
    })
  }
