import { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { noteState } from '@purple-sector/messaging'
import { notFound } from '@purple-sector/service-kit/errors'
import { lockStates } from './lock-read-model.ts'
import { setLock } from './set-lock.ts'

/** Takes over a lock that race control hands over, as by its event; the second of the two changes nothing. */
export const takeLock =
  ({ database }: { database: Database }) =>
  async ({ request: state }: ParsedCall<typeof calls.takeLock>): Promise<CallAnswer<typeof calls.takeLock>> => {
    const [lock] = await database.transaction(async (sql) => {
      if (await noteState(sql, 'tipping', raceLockSet, state)) await setLock(sql, state.data)
      return lockStates(sql, [state.data.raceId])
    })
    if (!lock) throw notFound('RACE_NOT_FOUND', 'There is no such session.')
    return lock
  }
