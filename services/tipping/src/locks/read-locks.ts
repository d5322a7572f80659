import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import { weekendKey } from '@purple-sector/contracts/event'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime, lockSubject } from '@purple-sector/database'
import { syncStates } from '../projections/sync-states.ts'
import { lockStates } from './lock-read-model.ts'

type ReadLocks = ParsedCall<typeof calls.readLocks>

/**
 * Takes over the weekend as weekends has it, so that the filter before the one to come is dated, and answers the locks
 * of its races with the moment at which they were read. The clock is read sharing the weekend, as for a tip: a closing
 * before has committed, and one that comes after it gets a later moment.
 */
export const readLocks =
  ({ database }: { database: Database }) =>
  async ({ params: { weekendId }, request }: ReadLocks): Promise<CallAnswer<typeof calls.readLocks>> => {
    await syncStates({ database })({ request: { ...request, categories: [], cars: [] } })
    return database.transaction(async (sql) => {
      await lockSubject(sql, 'shared', weekendKey(weekendId))
      const now = (await databaseTime(sql)).toISOString()
      const raceIds = request.races.map(({ data }) => data.id)
      return { now, locks: await lockStates(sql, raceIds) }
    })
  }
