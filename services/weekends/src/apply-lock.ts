import type { ParsedCall } from '@purple-sector/contracts/call'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { applyRaceLock } from '@purple-sector/contracts/weekends/internal'
import type { Database } from '@purple-sector/database'
import { recordPushedState } from '@purple-sector/messaging'
import { projectLock } from './races/race-lock-projection.ts'

/** Applies a race lock pushed by race control, as its event does; the second of the two changes nothing. */
export const applyLockOf =
  ({ database }: { database: Database }) =>
  (state: ParsedCall<typeof applyRaceLock>['request']): Promise<Record<string, never>> =>
    database.transaction(async (sql) => {
      if (await recordPushedState(sql, 'weekends', sessionLockChanged, state)) await projectLock(sql, state.data)
      return {}
    })
